import { sql, type Expression, type InsertType, type RawBuilder, type Selectable } from 'kysely'

/** A table's columns, qualified by its alias in the statement: `const f = columnsOf<FaultTables['faults']>('f')`, then `f('text')`. */
export const columnsOf =
  <Table>(name: string) =>
  <Column extends keyof Selectable<Table> & string>(column: Column): RawBuilder<Selectable<Table>[Column]> =>
    sql.ref(`${name}.${column}`)

/** The columns of an outer-joined table: null if the join found no row. */
export const columnsOrNull =
  <Table>(name: string) =>
  <Column extends keyof Selectable<Table> & string>(column: Column): RawBuilder<Selectable<Table>[Column] | null> =>
    sql.ref(`${name}.${column}`)

declare const row: unique symbol

/** A select list with the type of its rows. */
export type Selected<Row> = RawBuilder<unknown> & { readonly [row]: Row }
export type RowOf<List extends Selected<unknown>> = List[typeof row]

/**
 * The select list of a statement in SQL. The type of its rows is derived from it instead of asserted:
 * `const report = selected({ id: f('id'), text: f('text') })`, then ``sql<RowOf<typeof report>>`select ${report} from faults f` ``.
 */
export function selected<Fields extends Readonly<Record<string, Expression<unknown>>>>(
  fields: Fields,
): Selected<{ [Field in keyof Fields]: Fields[Field] extends Expression<infer Value> ? Value : never }> {
  const list = sql.join(Object.entries(fields).map(([field, value]) => sql`${value} as ${sql.id(field)}`))
  return list as ReturnType<typeof selected<Fields>>
}

/**
 * A row to insert, with every column that the database does not fill itself: Kysely's own type lets nullable columns be left out. A column
 * with a default is optional.
 */
export type NewRow<Table> = {
  readonly [
    Column in keyof Table as undefined extends InsertType<Table[Column]>
      ? never
      : [InsertType<Table[Column]>] extends [never]
        ? never
        : Column
  ]: InsertType<Table[Column]>
} & {
  readonly [Column in keyof Table as undefined extends InsertType<Table[Column]> ? Column : never]?: InsertType<
    Table[Column]
  >
}

/**
 * The fields of a body that a store has not written. Each store destructures the body,
 * `const { text, place, ...unwritten } = body`, and states `unwritten satisfies AllWritten`: a field that is added to the
 * contract does not compile until it is written.
 */
export type AllWritten = Readonly<Record<string, never>>
