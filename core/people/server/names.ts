import { sql, type RawBuilder } from 'kysely'
import type { FullName } from '#platform/server/area.ts'

const pair = (from: string) => sql`json_build_object(
  'first', ${sql.ref(`${from}.first_name`)}, 'last', ${sql.ref(`${from}.last_name`)})`

/**
 * The name of an employee `table` and those of before, as a json array, the present name first: what was written about somebody
 * may have any of them. Null where there is no employee.
 */
export function everyName(table: 'e' | 'r'): RawBuilder<readonly FullName[] | null> {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  return sql`(select json_agg(n.name order by n.former, n.name::text) from (
      select ${pair(table)} as name, false as former where ${of('id')} is not null
      union all
      select ${pair('f')}, true from former_names f
      where f.company = ${of('company')} and f.employee_id = ${of('id')}
        and (f.first_name, f.last_name) <> (${of('first_name')}, ${of('last_name')})
    ) n)`
}
