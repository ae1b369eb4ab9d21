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
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // An area that is added later may bring a migration with an older date.
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
