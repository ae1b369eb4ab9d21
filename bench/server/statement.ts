import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Database } from '#platform/server/area.ts'

/** A statement of the portal's own store, with its values. */
export interface Statement {
  readonly text: string
  readonly values: readonly string[]
}

/**
 * The one statement that a store's function runs, intercepted on its way to a database that does not exist, so that the bare
 * route always runs the same statement.
 */
export async function statementOf(read: (db: Database) => Promise<unknown>): Promise<Statement> {
  const caught: Statement[] = []
  const db = new Kysely<object>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void caught.push({ text: query.sql, values: query.parameters.map(asText) }),
  })
  await read(db)
  const [statement] = caught
  if (caught.length !== 1 || !statement) throw new Error(`${caught.length} statements instead of one`)
  return statement
}

/** As PostgreSQL reads it: an array in braces. */
const asText = (value: unknown): string =>
  value instanceof Date
    ? value.toISOString()
    : Array.isArray(value)
      ? `{${value.map((each) => JSON.stringify(each)).join(',')}}`
      : String(value)
