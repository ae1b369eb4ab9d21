import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Database, ServerArea } from '../area.ts'
import { WrongSetting } from '../settings.ts'
import { Unavailable } from '../unavailable.ts'
import { letCreate, ownsNot, rightsOfRole } from './role-rights.ts'

/**
 * How long a migration waits for a table before it lets the requests pass that wait behind it. Less than PostgreSQL's deadlock_timeout of a
 * second: if a request and a migration wait for one another, the migration starts over, and the request does not fail.
 */
const LOCK_MS = 300
const PAUSE_MS = 500
/** A backup locks every table while it is made. */
const PATIENCE_MS = 10 * 60_000

interface Telling {
  readonly tell?: (line: string) => void
  readonly patienceMs?: number
}

/**
 * Brings the database to the newest schema of the platform and all areas. Throws the first failure, WrongSetting if the role may not change
 * the tables. The previous version may be in use: each migration is a separate transaction, which locks only the tables that it changes.
 */
export async function migrate(
  db: Database,
  areas: readonly Pick<ServerArea, 'migrations'>[],
  telling: Telling = {},
): Promise<void> {
  try {
    await migrateAll(db, areas, telling)
  } catch (error) {
    throw (await whyRefused(db, error)) ?? error
  }
}

/**
 * Which right the role lacks, if PostgreSQL has refused a migration for that (insufficient_privilege). It is not asked before: where no
 * migration is due, a role that may only write is enough.
 */
async function whyRefused(db: Database, error: unknown): Promise<WrongSetting | null> {
  if ((error as { code?: unknown }).code !== '42501') return null
  const { role, owner, makesTables } = await rightsOfRole(db)
  if (owner !== null)
    return new WrongSetting(`${ownsNot(role)} Uppgradera med adressen till den som gör det, ${owner}.`)
  if (makesTables) return null
  return new WrongSetting(
    `Rollen ${role} får inte skapa tabeller i schemat public. ${letCreate(role, ['schema public'])}`,
  )
}

async function migrateAll(
  db: Database,
  areas: readonly Pick<ServerArea, 'migrations'>[],
  { tell = () => {}, patienceMs = PATIENCE_MS }: Telling,
): Promise<void> {
  const migrations: Record<string, Migration> = {}
  for (const area of areas) {
    for (const [name, migration] of Object.entries(area.migrations ?? {})) {
      if (migrations[name]) throw new Error(`two migrations are called ${name}`)
      migrations[name] = impatient(migration)
    }
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // An area that is added later may bring a migration with an older date.
    allowUnorderedMigrations: true,
  })
  let end = performance.now() + patienceMs
  let waits = false
  for (;;) {
    const done = await executed(db)
    for (const name of done) migrations[name] ??= ofALaterVersion
    // Nobody uses an empty database, and all at once is faster.
    const { error, results = [] } = await (done.length === 0 ? migrator.migrateToLatest() : migrator.migrateUp())
    if (!error) {
      if (done.length === 0 || results.length === 0) return
      // The next migration may have another table to wait for.
      end = performance.now() + patienceMs
      continue
    }
    // A newer version has migrated while this one waited for the migration lock.
    if (!(error instanceof Unavailable) && (await executed(db)).some((name) => !migrations[name])) continue
    if (!isHeld(error) || performance.now() >= end) {
      const failed = results.find(({ status }) => status === 'Error')
      if (failed) tell(`Databasen kunde inte ändras: ${failed.migrationName}`)
      throw error
    }
    if (!waits) tell('Väntar på en tabell som någon annan använder …')
    waits = true
    await pause(PAUSE_MS)
  }
}

const impatient = (migration: Migration): Migration => ({
  up: async (db) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(db)
    await migration.up(db)
  },
})

/**
 * Whether others hold a lock that a migration needs (lock_not_available), or PostgreSQL ended it to resolve a deadlock (deadlock_detected).
 */
const isHeld = (error: unknown) =>
  error instanceof Unavailable && ['55P03', '40P01'].includes((error.cause as { code?: string }).code ?? '')

/**
 * A migration of a newer version that has already run. An older version may be restarted in the middle of an upgrade, because it can use
 * the newer tables (docs/decisions/0057).
 */
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
