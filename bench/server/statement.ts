import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Database } from '#platform/server/area.ts'

/** A statement as the portal's own store words it, and the values that it is given. */
export interface Statement {
  readonly text: string
  readonly values: readonly string[]
}

/**
 * The one statement that a store's function runs: caught on its way to a database that is not there, so that the bare
 * route cannot drift from it.
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
    log: ({ query }) => void caught.push({ text: query.sql, values: query.parameters.map(String) }),
  })
  await read(db)
  const [statement] = caught
  if (caught.length !== 1 || !statement) throw new Error(`${caught.length} statements instead of one`)
  return statement
}
