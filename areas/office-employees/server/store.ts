import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { nameOf } from '#core/people/server/names.ts'
import { areaOf, isCalled } from '#core/people/server/persons.ts'
import { isRole, roles } from '#core/people/roles.ts'
import { severalIn } from '#core/people/rules.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { within, type Reach } from '#core/people/server/roles/reach.ts'
import { unlinkedAccounts } from '#core/people/server/accounts/unlinked-accounts.ts'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, columnsOrNull, selected, type RowOf } from '#platform/server/db/rows.ts'
import {
  PAGE_SIZE,
  type Employee,
  type EmployeeList,
  type EmployeeQuery,
  type Field,
  type Refused,
  type Source,
} from '../contract.ts'
import { fieldLabels, rights } from '../rules.ts'

const e = columnsOf<PeopleTables['employees']>('e')
const m = columnsOrNull<PeopleTables['employees']>('m')
const r = columnsOf<PeopleTables['role_assignments']>('r')
const n = columnsOrNull<PeopleTables['contact_numbers']>('n')

/** The employees `e` that are in reach. */
export const inReach = (reached: Reach): RawBuilder<SqlBool> =>
  within(reached, { company: e('company'), area: areaOf(sql`e.id`) })

/** The values of each type of claim of an employee `e`. */
export const claimsByType = sql<Readonly<Record<string, readonly string[]>>>`coalesce((
  select json_object_agg(c.type, c.values) from (
    select type, json_agg(value order by value) as values from employee_claims where employee_id = e.id group by type) c),
  '{}')`
const current = (
  today: string,
) => sql`r.company = e.company and r.employee_id = e.id and r.ended_at is null and r.valid_until is null
  and r.valid_from <= ${today} and (r.valid_to is null or r.valid_to >= ${today})`

const { compare } = new Intl.Collator('sv')

/**
 * The values of a claim in the form in which they are shown, compared and logged. A stored value with a comma is read as several: the office
 * could once store all positions as one.
 */
export const listed = (values: readonly string[]): string => severalIn(values.join(',')).toSorted(compare).join(', ')

const roleName = (role: string) => (isRole(role) ? roles[role].name : role)

/** A page of the employees in reach. */
export async function employeesIn(
  db: Database,
  reached: Reach,
  { sok, omrade, visa = 'aktiva', sida = 0 }: EmployeeQuery,
  today: string,
): Promise<Required<EmployeeList>> {
  const sought = sok?.trim() ?? ''
  const conditions = [
    inReach(reached),
    ...(visa === 'alla' ? [] : [sql<SqlBool>`e.active = ${visa === 'aktiva'}`]),
    ...(omrade ? [sql<SqlBool>`${areaOf(sql`e.id`)} = ${omrade}`] : []),
    ...(sought === '' ? [] : [isCalled(sought)]),
  ]
  const row = selected({
    anstid: e('number'),
    namn: nameOf('e'),
    omrade: areaOf(sql`e.id`),
    befattning: sql<string[]>`array(select c.value from employee_claims c
      where c.employee_id = e.id and c.type = 'IntraPosition')`,
    aktiv: e('active'),
    roller: sql<string[]>`array(select distinct r.role from role_assignments r where ${current(today)})`,
  })
  const { rows } = await sql<RowOf<typeof row>>`
    select ${row} from employees e where ${sql.join(conditions, sql` and `)}
    order by e.last_name, e.first_name, e.id limit ${PAGE_SIZE + 1} offset ${sida * PAGE_SIZE}`.execute(db)
  return {
    rader: rows.slice(0, PAGE_SIZE).map(({ befattning, roller, ...rest }) => ({
      ...rest,
      befattning: listed(befattning) || null,
      roller: roller.map(roleName),
    })),
    fler: rows.length > PAGE_SIZE,
    omraden: await valuesIn(db, reached, 'IntraCompanyArea'),
  }
}

/** The values that a claim has among the employees in reach. */
export async function valuesIn(db: Database, reached: Reach, type: string): Promise<string[]> {
  const claim = selected({ value: columnsOf<PeopleTables['employee_claims']>('c')('value') })
  const { rows } = await sql<RowOf<typeof claim>>`
    select distinct ${claim} from employee_claims c join employees e on e.id = c.employee_id
    where c.type = ${type} and ${inReach(reached)}`.execute(db)
  return severalIn(rows.map(({ value }) => value).join(',')).toSorted(compare)
}

const whole = selected({
  id: e('id'),
  anstid: e('number'),
  namn: nameOf('e'),
  userName: e('user_name'),
  aktiv: e('active'),
  manager: m('number'),
  managerName: sql<string | null>`${nameOf('m')}`,
  telephone: n('telephone'),
  mobile: n('mobile'),
  claims: claimsByType,
  ownFields: sql<string[]>`coalesce((select d.own_fields from personal_details d where d.employee_id = e.id), '{}')`,
  set: sql<readonly { field: string; at: string; by: string | null }[]>`coalesce((
    select json_agg(json_build_object('field', o.field, 'at', o.changed_at,
      'by', (select ${nameOf('b')} from employees b where b.id = o.changed_by)))
    from office_fields o where o.company = e.company and o.employee_id = e.id), '[]')`,
  accounts: sql<
    Employee['konton']
  >`coalesce((select json_agg(json_build_object('utfardare', i.issuer, 'konto', i.subject)
    order by i.issuer, i.subject) from identities i where i.employee_id = e.id), '[]')`,
  chefFor: sql<number>`(select count(*)::int from employees s where s.manager_id = e.id and s.active)`,
})
type Whole = RowOf<typeof whole>

const heldRole = selected({
  role: r('role'),
  omrade: r('area'),
  fran: r('valid_from'),
  till: r('valid_to'),
  ersatterFor: sql<string | null>`(select ${nameOf('h')}
    from role_assignments a join employees h on h.id = a.employee_id where a.company = r.company and a.id = r.deputy_of)`,
})

interface Which {
  readonly reached: Reach
  readonly number: string
  readonly today: string
  readonly timeZone: string
}

/** An employee in reach, by number, with the source of each value; null if the employee is not in reach or does not exist. */
export async function employeeIn(
  db: Database,
  { reached, number, today, timeZone }: Which,
): Promise<Required<Omit<Employee, 'farAndra' | 'farBehorigheter' | 'omraden' | 'befattningar'>> | null> {
  const { rows } = await sql<RowOf<typeof whole>>`
    select ${whole} from employees e left join employees m on m.id = e.manager_id
      left join contact_numbers n on n.employee_id = e.id
    where ${inReach(reached)} and e.number = ${number}`.execute(db)
  const [found] = rows
  if (!found) return null
  const source = sourcesOf(found, timeZone)
  const { rows: held } = await sql<RowOf<typeof heldRole>>`
    select ${heldRole}
    from role_assignments r join employees e on e.id = r.employee_id
    where e.id = ${found.id} and ${current(today)} order by r.id`.execute(db)
  return {
    anstid: found.anstid,
    namn: found.namn,
    aktiv: found.aktiv,
    aktivKalla: source('active'),
    uppgifter: fieldsOf(found, source),
    behorigheter: rights.map((typ) => ({ typ, har: found.claims[typ] !== undefined, kalla: source(typ) })),
    roller: held.map(({ role, omrade, fran, till, ersatterFor }) => ({
      namn: roleName(role),
      omrade,
      fran,
      till,
      ersatterFor,
    })),
    konton: [...found.accounts],
    chefFor: found.chefFor,
  }
}

type SourceOf = (field: string, own?: readonly string[]) => Required<Source>

function sourcesOf({ set, ownFields }: Whole, timeZone: string): SourceOf {
  const byOffice = new Map(set.map((each) => [each.field, each]))
  return (field, own = []) => {
    const office = byOffice.get(field)
    if (office) return { fran: 'kontor', av: office.by, nar: wallClockIn(timeZone, new Date(office.at)) }
    return { fran: own.some((each) => ownFields.includes(each)) ? 'egen' : 'import', av: null, nar: null }
  }
}

function fieldsOf(found: Whole, source: SourceOf): Required<Field>[] {
  const plain = (
    falt: string,
    etikett: string,
    varde: string | null,
    own: readonly string[] = [],
  ): Required<Field> => ({
    falt,
    etikett,
    varde: varde === '' ? null : varde,
    nyckel: null,
    kalla: source(falt, own),
  })
  const ofClaim = (type: string, etikett: string) => plain(type, etikett, listed(found.claims[type] ?? []))
  return [
    plain('name', 'Namn', found.namn, ['firstName', 'lastName']),
    plain('number', 'Anställningsnummer', found.anstid),
    plain('user_name', 'Användarnamn', found.userName),
    ofClaim('IntraPosition', fieldLabels.IntraPosition),
    ofClaim('IntraCompanyArea', fieldLabels.IntraCompanyArea),
    { ...plain('manager', fieldLabels.manager, found.managerName), nyckel: found.manager },
    plain('telephone', 'Telefon i tjänsten', found.telephone),
    plain('mobile', 'Mobil i tjänsten', found.mobile),
    ofClaim('LonSystem', 'Lönesystem'),
  ]
}

/** Accounts that tried to sign in on the company's own hosts. On the group's hosts it is not known which company they belong to. */
export async function refusedAccounts(
  db: Database,
  company: string,
  now: Date,
  timeZone: string,
): Promise<Required<Refused>[]> {
  const tried = await unlinkedAccounts(db, company, now)
  return tried
    .filter((account) => account.company === company)
    .map(({ issuer, subject, name, lastTriedAt }) => ({
      utfardare: issuer,
      konto: subject,
      namn: name,
      senast: wallClockIn(timeZone, lastTriedAt),
    }))
}
