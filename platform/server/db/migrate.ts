import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Database, ServerArea } from '../area.ts'

/** Brings the database to the newest schema of the platform and all areas. Throws the first failure. */
export async function migrate(db: Database, areas: readonly Pick<ServerArea, 'migrations'>[]): Promise<void> {
  const migrations: Record<string, Migration> = {}
  for (const area of areas) {
    for (const [name, migration] of Object.entries(area.migrations ?? {})) {
      if (migrations[name]) throw new Error(`two migrations are called ${name}`)
      migrations[name] = migration
    }
  }
  for (const name of await executed(db)) migrations[name] ??= ofALaterVersion
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // An area that is added later may bring a migration with an older date.
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** The version before is restarted in the middle of an upgrade: it can use the newer tables (docs/decisions/0057). */
const ofALaterVersion: Migration = { up: async () => {} }

async function executed(db: Database): Promise<readonly string[]> {
  const { rows: exists } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db)
  if (exists.length === 0) return []
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map(({ name }) => name)
}
