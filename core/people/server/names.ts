import { sql, type RawBuilder } from 'kysely'
import type { Database, FullName } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { PeopleTables } from './tables.ts'

const e = columnsOf<PeopleTables['employees']>('e')
const n = columnsOf<PeopleTables['former_names']>('n')
const o = columnsOf<PeopleTables['employees']>('o')
const sharing = selected({ first: o('first_name'), last: o('last_name') })
const named = selected({ id: n('employee_id'), first: n('first_name'), last: n('last_name') })

/** 'Monica Berg': the name of an employee `table`. Null where an outer join found nobody. */
export const nameOf = (table: string): RawBuilder<string> =>
  sql`(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`

/**
 * 'Monica Berg (31104)': the name of an employee `table`, which he or she chooses, and the number, which the company gives. Null where an
 * outer join found nobody.
 */
export const nameAndNumber = (table: string): RawBuilder<string | null> =>
  sql`(${nameOf(table)} || ' (' || ${sql.ref(`${table}.number`)} || ')')`

const listed = selected({ id: e('id'), number: e('number'), name: nameOf('e'), nameAndNumber: nameAndNumber('e') })

/** Numbers and names by id, of the company's employees. */
export async function namesOf(db: Database, company: string, ids: readonly string[]) {
  const { rows } = await sql<RowOf<typeof listed>>`
    select ${listed} from employees e where e.company = ${company} and e.id = any(${[...ids]})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const unnamed = 'Anställd'

/** The name of an employee who so far is known only by number. */
export const unnamedBy = (number: string): FullName => ({ first: unnamed, last: number })

/** Whether a name is that of `unnamedBy`. It names somebody only as a whole: its first half is a common word. */
export const isUnnamed = ({ first }: FullName): boolean => first === unnamed

/** Every name that employees have or have had, by their ids, the present name first: what was written about somebody may have any of them. */
export async function everyNameOf(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly FullName[]>> {
  const { rows } = await sql<RowOf<typeof named>>`
    select ${named} from (
      select e.id as employee_id, e.first_name, e.last_name, false as former from employees e where e.id = any(${[...ids]})
      union all
      select e.id, f.first_name, f.last_name, true
      from employees e join former_names f on f.company = e.company and f.employee_id = e.id
      where e.id = any(${[...ids]}) and (f.first_name, f.last_name) <> (e.first_name, e.last_name)
    ) n order by n.employee_id, n.former, n.first_name, n.last_name`.execute(db)
  return Map.groupBy(rows, ({ id }) => id)
}

/** A name and its capitalised parts, by which somebody may be called for short: 'Anna-Karin', 'Anna', 'Karin'. Not 'von'. */
export const partsOfName = (name: string): string[] =>
  [...new Set([name, ...name.split(/[\s-]+/).filter((part) => /^\p{Lu}./u.test(part))])].filter(
    (part) => part.trim() !== '',
  )

export const partsOfNames = (names: readonly FullName[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => (isUnnamed(name) ? [] : [...partsOfName(name.first), ...partsOfName(name.last)])))

/**
 * The names that employees have or have had and that share a part with one of these names, in one company or in all of them: 'Anna Berg' and
 * 'Anna-Karin Ek' with 'Anna Lind'.
 */
export async function namesakesOf(
  db: Database,
  names: readonly FullName[],
  { company }: { readonly company: string | null },
): Promise<readonly FullName[]> {
  const parts = [...partsOfNames(names)]
  const within = company === null ? sql`true` : sql`o.company = ${company}`
  // Most names have one word, and are not split for each of many employees.
  const shares = (half: 'first_name' | 'last_name') => {
    const words = sql`translate(${o(half)}, '-', ' ')`
    return sql`(${o(half)} = any(${parts})
      or (strpos(${words}, ' ') > 0 and string_to_array(${words}, ' ') && ${parts}::text[]))`
  }
  const { rows } = await sql<RowOf<typeof sharing>>`
    select ${sharing} from employees o where ${within} and (${shares('first_name')} or ${shares('last_name')})
    union
    select ${sharing} from former_names o where ${within} and (${shares('first_name')} or ${shares('last_name')})`.execute(
    db,
  )
  return rows
}
