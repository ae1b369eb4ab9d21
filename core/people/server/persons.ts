import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { Person } from '../persons.ts'
import type { PeopleTables } from './tables.ts'

/** The company's areas are those of its employees: the one of an employee, for a select list or an insert. */
export const areaOf = (employeeId: RawBuilder<string | null> | string) => sql<string | null>`(
  select a.value from employee_claims a where a.employee_id = ${employeeId} and a.type = 'IntraCompanyArea'
  order by a.value limit 1)`

const e = columnsOf<PeopleTables['employees']>('e')
const name = sql<string>`concat(${e('first_name')}, ' ', ${e('last_name')})`

/** The employees `e` whose number begins so, or whose name has words that do: 'Karin' is Anna-Karin too. */
export function isCalled(sought: string): RawBuilder<SqlBool> {
  const text = sought.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return sql<SqlBool>`(${e('number')} ilike ${`${text}%`}
    or concat(' ', replace(${name}, '-', ' ')) ilike ${`% ${text.replaceAll('-', ' ')}%`})`
}

export const person = selected({ id: e('id'), name, number: e('number'), area: areaOf(sql`e.id`) })

/** Names to choose from; another letter finds the rest. */
const MOST = 20

/** Those of the employees `e` whose number, or a word of whose name, begins so; first the one whose number it is; an empty text finds nobody. */
export async function personsCalled(db: Database, sok: string, who: RawBuilder<SqlBool>): Promise<Required<Person>[]> {
  if (sok === '') return []
  const { rows } = await sql<RowOf<typeof person>>`
    select ${person} from employees e where ${who} and ${isCalled(sok)}
    order by ${e('number')} = ${sok} desc, e.last_name, e.first_name, e.id limit ${MOST}`.execute(db)
  return rows
}
