import { featureFlags, linkFlags } from '#platform/contract/flags.ts'
import { isDay, readRows, type CheckedRow } from '#platform/server/files/checked-rows.ts'
import { companyColumn, type OwnedRow } from '#core/people/server/row-owners.ts'
import { isRole, roles, type Role } from '#core/people/roles.ts'

const required = ['anstid', 'behorighet', 'varde'] as const
const optional = ['omrade', 'kategori', 'fran', 'till'] as const
type Column = (typeof required)[number] | (typeof optional)[number] | typeof companyColumn

/** `anstid;behorighet;varde;…`: the first line of the file. */
export const rightsColumns = [...required, ...optional].join(';')

/** Claims that an employee has or does not have; `valued` are those that have a value. */
const flags: readonly string[] = [...Object.keys({ ...featureFlags, ...linkFlags }), 'BlacklistEnabled']
const valued: readonly string[] = ['IntraSecondaryCompany', 'LonSystem']

/** The claim that the employee has after the import. A null value removes all claims of the type. */
export interface FlagRow extends OwnedRow {
  readonly type: string
  readonly value: string | null
}

export interface RoleRow extends OwnedRow {
  readonly role: Role
  readonly given: boolean
  readonly area: string | null
  readonly category: string | null
  /** Null: today. */
  readonly from: string | null
  readonly to: string | null
}

export interface RightsFile {
  readonly flags: readonly FlagRow[]
  readonly roles: readonly RoleRow[]
  readonly faults: readonly string[]
}

/** Reads who has which right: one per row, with `ja`, `nej` or a value. Rights that the file does not name stay as they are. */
export function readRightsFile(bytes: Uint8Array): RightsFile {
  const flagRows: FlagRow[] = []
  const roleRows: RoleRow[] = []
  const { faults } = readRows<Column, void>(bytes, { required, optional: [...optional, companyColumn] }, (row) => {
    const { anstid = '', behorighet: right = '', omrade = '', kategori = '' } = row.cells
    const number = row.text('anstid')
    const role = roleNamed(right)
    const first = row.earlier(anstid, role ?? right, omrade, kategori)
    if (first) row.blame('behorighet', `står redan på rad ${first}`)
    if (role) roleRows.push(roleIn(row, number, role))
    else if (flags.includes(right) || valued.includes(right)) flagRows.push(flagIn(row, number))
    else row.blame('behorighet', right === '' ? 'saknas' : `${right} finns inte`)
  })
  return { flags: flagRows, roles: roleRows, faults }
}

/** The role with this key or Swedish name; null if there is none. */
function roleNamed(written: string): Role | null {
  const found =
    Object.entries(roles).find(([, { name }]) => name.toLowerCase() === written.toLowerCase())?.[0] ?? written
  return isRole(found) ? found : null
}

const yesOrNo = (written: string | undefined) => /^(ja|nej)$/i.test(written ?? '')

function flagIn({ line, cells, blame }: CheckedRow<Column>, number: string): FlagRow {
  const { behorighet: type = '', varde = '' } = cells
  for (const column of optional) if (cells[column]) blame(column, 'gäller bara roller')
  const withValue = valued.includes(type)
  if (!withValue && !yesOrNo(varde)) blame('varde', 'ska vara ja eller nej')
  if (withValue && varde === '') blame('varde', 'saknas; skriv nej för att ta bort värdet')
  if (varde.length > 200 || varde.includes('\u0000')) blame('varde', 'är för långt')
  const none = /^nej$/i.test(varde)
  return { line, number, ofCompany: cells.bolag ?? '', type, value: none ? null : withValue ? varde : 'true' }
}

function roleIn({ line, cells, blame, textOrNone }: CheckedRow<Column>, number: string, role: Role): RoleRow {
  const { varde = '', omrade = '', fran = '', till = '' } = cells
  if (!yesOrNo(varde)) blame('varde', 'ska vara ja eller nej')
  for (const [column, written] of [
    ['fran', fran],
    ['till', till],
  ] as const) {
    if (written !== '' && !isDay(written)) blame(column, 'ska vara ett datum, till exempel 2026-12-01')
  }
  if (fran !== '' && till !== '' && till < fran) blame('till', 'är före första dagen')
  return {
    line,
    number,
    ofCompany: cells.bolag ?? '',
    role,
    given: /^ja$/i.test(varde),
    area: omrade || null,
    category: textOrNone('kategori', 100) || null,
    from: fran || null,
    to: till || null,
  }
}
