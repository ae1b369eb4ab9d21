import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import type { FlagRow } from './rights-file.ts'

export interface KnownEmployee {
  readonly id: string
  readonly number: string
  readonly active: boolean
  /** The values of each type of claim. */
  readonly claims: Readonly<Record<string, readonly string[]>>
}

const e = columnsOf<PeopleTables['employees']>('e')
const known = selected({
  id: e('id'),
  number: e('number'),
  active: e('active'),
  claims: sql<KnownEmployee['claims']>`coalesce((select json_object_agg(c.type, c.values) from (
    select type, json_agg(value order by value) as values from employee_claims where employee_id = e.id group by type) c),
    '{}')`,
})

/** The company's employees by number, locked until the transaction ends. */
export async function knownEmployees(tx: Database, company: string): Promise<Map<string, KnownEmployee>> {
  // In a fixed order, to avoid deadlocks.
  await sql`select 1 from employees where company = ${company} order by id for no key update`.execute(tx)
  const { rows } = await sql<RowOf<typeof known>>`
    select ${known} from employees e where e.company = ${company}`.execute(tx)
  return new Map(rows.map((row) => [row.number, row]))
}

/**
 * Sets claims, so that each employee has exactly this value of the type, or none. The file then is the source of the claim, and not the
 * office.
 */
export async function setFlags(
  tx: Database,
  flags: readonly (Pick<FlagRow, 'type' | 'value'> & { readonly employeeId: string })[],
): Promise<void> {
  const given = sql`
    json_to_recordset(${JSON.stringify(flags)}::json) as g("employeeId" uuid, type text, value text)`
  await sql`
    delete from employee_claims c using ${given}
    where c.employee_id = g."employeeId" and c.type = g.type and c.value is distinct from g.value`.execute(tx)
  await sql`
    delete from office_fields o using ${given} where o.employee_id = g."employeeId" and o.field = g.type`.execute(tx)
  await sql`
    insert into employee_claims (employee_id, type, value)
    select "employeeId", type, value from ${given} where value is not null
    on conflict do nothing`.execute(tx)
}
