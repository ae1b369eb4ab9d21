import * as z from 'zod/mini'
import type { PersonalField } from '#platform/contract/variant.ts'
import { readRows, type CheckedRow } from '#platform/server/files/checked-rows.ts'
import { companyColumn, type OwnedRow } from '../row-owners.ts'
import { NewDetails } from '../../contract.ts'
import type { WorkNumbers } from '../contacts.ts'
import { numberAsWritten, severalIn, swedishNumber, VALUE_LENGTH } from '../../rules.ts'

/** The personal field of each column. */
const fieldOf = {
  fornamn: 'firstName',
  efternamn: 'lastName',
  epost: 'email',
  adress: 'address',
  postnummer: 'zipCode',
  ort: 'city',
  telefon: 'phoneNumber',
  anhorig_namn: 'relativeName',
  anhorig_relation: 'relativeRelation',
  anhorig_telefon: 'relativePhone',
} as const satisfies Record<string, PersonalField>

type FieldColumn = keyof typeof fieldOf
const required = ['anstid', 'fornamn', 'efternamn'] as const
const optional = [
  'epost',
  'adress',
  'postnummer',
  'ort',
  'telefon',
  'anhorig_namn',
  'anhorig_relation',
  'anhorig_telefon',
  'position',
  'omrade',
  'chef_anstid',
  'anvandarnamn',
  'lonesystem',
  'arbetstelefon',
  'arbetsmobil',
  'aktiv',
] as const

type Column = (typeof required)[number] | (typeof optional)[number] | typeof companyColumn

/** `anstid;fornamn;efternamn;…`: the first line of the file. */
export const peopleColumns = [...required, ...optional].join(';')

/** An employee in the company's file. Values that are absent stay unchanged. */
export interface Person extends OwnedRow {
  readonly userName: string | null
  readonly manager: string | null
  readonly active: boolean | null
  /** The details in the file. */
  readonly details: Readonly<Partial<Record<PersonalField, string>>>
  /** The numbers at work that the file names; null for one that is taken away. */
  readonly work: Readonly<Partial<WorkNumbers>>
  /** Values by claim type: afterwards the employee has exactly these values of the type. */
  readonly claims: Readonly<Record<string, readonly string[]>>
}

export interface PeopleFile {
  readonly people: readonly Person[]
  readonly faults: readonly string[]
}

export function readPeopleFile(bytes: Uint8Array): PeopleFile {
  const known = { required, optional: [...optional, companyColumn] } as const
  const { rows, faults } = readRows<Column, Person>(bytes, known, (row) => {
    const person = personOf(row)
    const first = row.earlier(person.number)
    if (first && person.number) row.blame('anstid', `står redan på rad ${first}`)
    return person
  })
  return { people: rows, faults }
}

const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

function personOf(row: CheckedRow<Column>): Person {
  const { line, cells, blame } = row
  const number = cells.anstid ?? ''
  if (number === '') blame('anstid', 'saknas')
  if (number.length > 40) blame('anstid', 'är längre än 40 tecken')
  if (invisible.test(number)) blame('anstid', 'innehåller osynliga tecken. Skriv in numret på nytt')
  for (const name of ['fornamn', 'efternamn'] as const) if (!cells[name]) blame(name, 'saknas')
  const userName = cells.anvandarnamn?.toLowerCase() || null
  if (userName && !/^[\p{L}\d._@-]{1,100}$/u.test(userName)) blame('anvandarnamn', 'har otillåtna tecken')
  const active = cells.aktiv ? /^ja$/i.test(cells.aktiv) : null
  if (cells.aktiv && !/^(ja|nej)$/i.test(cells.aktiv)) blame('aktiv', 'ska vara ja eller nej')
  if (cells.chef_anstid && cells.chef_anstid === number) blame('chef_anstid', 'är den anställdes eget')
  return {
    line,
    number,
    ofCompany: cells.bolag ?? '',
    userName,
    active,
    manager: cells.chef_anstid || null,
    details: detailsIn(row),
    work: workIn(row),
    claims: claimsIn(row),
  }
}

function detailsIn({ cells, blame }: CheckedRow<Column>): Person['details'] {
  const details: Partial<Record<PersonalField, string>> = {}
  for (const column of Object.keys(fieldOf) as FieldColumn[]) {
    const written = cells[column]
    if (!written) continue
    const field = fieldOf[column]
    const value = meant(field, written)
    const fault = value === null ? 'ska vara ett svenskt telefonnummer' : faultIn(field, value)
    if (fault) blame(column, fault)
    else details[field] = value ?? ''
  }
  return details
}

function workIn({ cells, blame }: CheckedRow<Column>): Person['work'] {
  const numbers: { -readonly [Which in keyof WorkNumbers]?: WorkNumbers[Which] } = {}
  for (const [column, which] of [
    ['arbetstelefon', 'telephone'],
    ['arbetsmobil', 'mobile'],
  ] as const) {
    const written = cells[column]
    if (!written) continue
    const none = /^nej$/i.test(written)
    if (!none && swedishNumber(written) === null)
      blame(column, 'ska vara ett svenskt telefonnummer, eller nej för att ta bort det')
    else numbers[which] = none ? null : numberAsWritten(written)
  }
  return numbers
}

/** The normalised value: '903 21' as a postal code, '070-123 45 67' as a number. Null if it is not a valid number. */
function meant(field: PersonalField, written: string): string | null {
  if (field === 'phoneNumber' || field === 'relativePhone') return swedishNumber(written)
  return field === 'zipCode' ? written.replace(/^(?:SE?-?)?\s*(\d{3})\s?(\d{2})$/i, '$1$2') : written
}

/** The error message that the form would show. */
function faultIn(field: PersonalField, value: string): string | undefined {
  const checked = z.safeParse(NewDetails.shape[field], value)
  return checked.success ? undefined : checked.error.issues[0]?.message
}

const unfit = /[\p{Cc}\p{Zl}\p{Zp}]/u

function claimsIn({ cells, blame }: CheckedRow<Column>): Person['claims'] {
  const claims: Record<string, readonly string[]> = {}
  const put = (column: 'position' | 'omrade' | 'lonesystem', type: string) => {
    const given = severalIn(cells[column] ?? '')
    // A line break in a cell is meant to separate values, as a comma does.
    if (given.some((value) => unfit.test(value))) blame(column, 'innehåller otillåtna tecken; skilj flera med komma')
    else if (given.some((value) => value.length > VALUE_LENGTH)) blame(column, 'är för långt')
    else if (given.length > 0) claims[type] = given
  }
  put('position', 'IntraPosition')
  put('omrade', 'IntraCompanyArea')
  put('lonesystem', 'LonSystem')
  return claims
}
