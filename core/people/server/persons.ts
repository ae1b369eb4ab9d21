import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { hyphens, wordsOfName } from '#platform/contract/sought.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { nameOf } from './names.ts'
import type { Person } from '../persons.ts'
import type { PeopleTables } from './tables.ts'

/** The area of an employee, for a select list or an insert. The company's areas are those of its employees. */
export const areaOf = (employeeId: RawBuilder<string | null> | string) => sql<string | null>`(
  select a.value from employee_claims a where a.employee_id = ${employeeId} and a.type = 'IntraCompanyArea'
  order by a.value limit 1)`

const e = columnsOf<PeopleTables['employees']>('e')
const name = nameOf('e')

/** Invisible characters in an imported name, which nobody types: soft hyphens and characters without width. */
const unseen = '\u00ad\u200b\u200c\u200d\u2060\ufeff'
/** The name after a space, so that each of its words has one before it. */
const spaced = sql<string>`concat(' ', translate(${name}, ${hyphens + unseen}, ${' '.repeat(hyphens.length)}))`

const literally = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** The employees `e` whose name has, for each word of the search, a word that begins with it: 'Karin' finds Anna-Karin, 'Ek Eva' Eva Ek. */
export function isNamed(sought: string): RawBuilder<SqlBool> {
  const words = [...new Set(wordsOfName(sought))]
  if (words.length === 0) return sql<SqlBool>`false`
  return sql<SqlBool>`${spaced} ilike all(${words.map((word) => `% ${literally(word)}%`)})`
}

/** The employees `e` whose number begins with the text, or whose name matches it (`isNamed`). */
export const isCalled = (sought: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${e('number')} ilike ${`${literally(sought)}%`} or ${isNamed(sought)})`

export const person = selected({ id: e('id'), name, number: e('number'), area: areaOf(sql`e.id`) })

/** The most names to choose from. Typing another letter finds the rest. */
const MOST = 20

/** Those of the employees `who` that `isCalled` finds, first the one with exactly this number. An empty text finds nobody. */
export async function personsCalled(db: Database, sok: string, who: RawBuilder<SqlBool>): Promise<Required<Person>[]> {
  if (sok === '') return []
  const { rows } = await sql<RowOf<typeof person>>`
    select ${person} from employees e where ${who} and ${isCalled(sok)}
    order by ${e('number')} = ${sok} desc, e.last_name, e.first_name, e.id limit ${MOST}`.execute(db)
  return rows
}
