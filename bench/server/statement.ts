import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { eventsOfDay } from '../../areas/assignments/server/store.ts'

/**
 * The statement that GET /api/bpl/uppdrag runs, as the portal's own store words it: caught on its way to a database
 * that is not there, so that the bare route cannot drift from it. Its parameters are employee and date.
 */
export async function statementOfDay(): Promise<string> {
  const caught: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<object>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void caught.push(query),
  })
  await eventsOfDay(db, 'employee', '2026-01-01')
  const [query] = caught
  if (caught.length !== 1 || !query) throw new Error(`eventsOfDay asks ${caught.length} times`)
  if (JSON.stringify(query.parameters) !== '["employee","2026-01-01"]') {
    throw new Error(`eventsOfDay gives other parameters: ${JSON.stringify(query.parameters)}`)
  }
  return query.sql
}
