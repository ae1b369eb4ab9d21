// What a migration takes away from the previous version, which keeps running on the new tables during an upgrade.
import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly required: boolean
  /** Whether the database fills the column if an inserted row does not name it. */
  readonly filled: boolean
}

interface Rule {
  readonly table: string
  readonly kind: 'c' | 'f' | 'p' | 'u' | 'x' | 'i'
  readonly definition: string
  readonly columns: readonly string[]
  /** The table whose rows a foreign key keeps from being deleted. */
  readonly keeps: string | null
}

export interface Shape {
  readonly columns: readonly Column[]
  readonly rules: readonly Rule[]
}

export async function shapeOf(db: Database): Promise<Shape> {
  const { rows: columns } = await sql<Column>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, a.atthasdef or a.attidentity <> '' as filled
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and c.relname not like 'kysely%'`.execute(db)
  const { rows: constraints } = await sql<Rule>`
    select c.relname as table, o.contype as kind, pg_get_constraintdef(o.oid) as definition,
      case when o.contype = 'f' and o.confdeltype in ('a', 'r') then o.confrelid::regclass::text end as keeps,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(o.conkey)) as columns
    from pg_constraint o join pg_class c on c.oid = o.conrelid
    where c.relnamespace = 'public'::regnamespace and o.contype in ('c', 'f', 'p', 'u', 'x')`.execute(db)
  const { rows: indexes } = await sql<Rule>`
    select c.relname as table, 'i' as kind, pg_get_indexdef(i.indexrelid) as definition, null as keeps,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(i.indkey)) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique
      and not exists (select from pg_constraint o where o.conindid = i.indexrelid)`.execute(db)
  return { columns, rules: [...constraints, ...indexes] }
}

/** Pairs of types in which the second holds all values of the first and reads them alike. */
const wider = new Set(['integer > bigint', 'smallint > integer', 'smallint > bigint'])
const isWider = (from: string, to: string) =>
  wider.has(`${from} > ${to}`) || (from.startsWith('character varying') && to === 'text')

const keyOf = ({ table, column }: Pick<Column, 'table' | 'column'>) => `${table}.${column}`
const ruleOf = ({ table, kind, definition }: Rule) => `${table} ${kind} ${definition}`

/** The rule without what happens when the referenced row is deleted. */
const referenceOf = (rule: Rule) => ruleOf(rule).replace(/ ON DELETE .*/, '')

const neverDeleted = 'companies'

/** What the previous version may no longer read or write, one line each. */
export function narrowed(before: Shape, after: Shape): string[] {
  const found: string[] = []
  const tables = new Set(before.columns.map(({ table }) => table))
  const now = new Map(after.columns.map((column) => [keyOf(column), column]))
  const known = new Map(before.columns.map((column) => [keyOf(column), column]))
  for (const table of tables) {
    if (!after.columns.some((column) => column.table === table)) found.push(`drops ${table}`)
  }
  const gone = new Set(found.map((line) => line.slice('drops '.length)))
  for (const [key, was] of known) {
    if (gone.has(was.table)) continue
    const is = now.get(key)
    if (!is) found.push(`drops ${key}`)
    else {
      if (is.type !== was.type && !isWider(was.type, is.type)) found.push(`${key} from ${was.type} to ${is.type}`)
      if (is.required && !is.filled && (!was.required || was.filled)) found.push(`requires ${key}`)
      else if (is.required && !was.required) found.push(`no null in ${key}`)
    }
  }
  for (const [key, { table, required, filled }] of now) {
    if (tables.has(table) && !known.has(key) && required && !filled) found.push(`requires ${key}`)
  }
  const old = new Set(before.rules.map(ruleOf))
  const references = new Set(before.rules.map(referenceOf))
  for (const rule of after.rules) {
    if (old.has(ruleOf(rule))) continue
    // The same reference, except that the referenced row may now be deleted.
    if (rule.kind === 'f' && rule.keeps === null && references.has(referenceOf(rule))) continue
    const ofOldColumns =
      rule.columns.length === 0 || rule.columns.some((column) => known.has(`${rule.table}.${column}`))
    if (tables.has(rule.table) && ofOldColumns) found.push(`${rule.table}: ${rule.definition}`)
    else if (rule.keeps !== null && rule.keeps !== neverDeleted && tables.has(rule.keeps))
      found.push(`${rule.keeps} kept by ${rule.table}`)
  }
  return found.toSorted()
}
