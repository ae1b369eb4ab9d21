import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import type { Database } from '../area.ts'

/** A query, made with Kysely's builder or written in SQL. */
interface Wording<Row> {
  compile(by: QueryExecutorProvider): CompiledQuery<Row>
}

/**
 * Builds the text of a query once, for very frequent reads: building it at each run costs more than
 * sending it. The query receives placeholders instead of values, so it may only pass them on, never read them.
 */
export function prepared<Values extends readonly unknown[], Row>(
  word: (db: Database, ...values: Values) => Wording<Row>,
): (db: Database, ...values: Values) => Promise<Row[]> {
  const placeholders = Array.from({ length: word.length - 1 }, (_, index) => Symbol(`value ${index}`))
  const compiled = word(nowhere, ...(placeholders as unknown as Values)).compile(nowhere)
  const order = compiled.parameters.map((parameter) => placeholders.indexOf(parameter as symbol))
  if (placeholders.some((_, index) => !order.includes(index)))
    throw new Error('a value is not a parameter of its query')
  return async (db, ...values) => {
    const parameters = compiled.parameters.map((fixed, at) =>
      (order[at] ?? -1) < 0 ? fixed : values[order[at] as number],
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/** Builds the text of queries and cannot run any. */
const nowhere = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
