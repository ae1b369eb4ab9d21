import { sql, type Selectable } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { platformTables, type PlatformTables } from '#platform/server/tables.ts'
import { isThere } from './numbers.ts'

/** What a database knows of the backups that were made of it. A backup has been copied before it is noted, so it does not know of itself. */
export interface Noted {
  /** When one last succeeded; null if none has. */
  readonly last: Date | null
  readonly places: readonly Selectable<PlatformTables['backup_places']>[]
}

export async function notedOf(db: Database): Promise<Noted> {
  const tables = platformTables(db)
  const last = await tables.selectFrom('last_backup').select('finished_at').executeTakeFirst()
  const places = await tables.selectFrom('backup_places').select(['place', 'last_used_at']).execute()
  return { last: last?.finished_at ?? null, places }
}

/** Adds what another state of the database knew. Skips a table that a newer version has added, as `goOnAfter` does. */
export async function noteAgain(tx: Database, { last, places }: Noted): Promise<void> {
  if (last && (await isThere(tx, 'last_backup')))
    await sql`
      insert into last_backup (finished_at) values (${last})
      on conflict (only_one) do update set finished_at = greatest(last_backup.finished_at, excluded.finished_at)`.execute(
      tx,
    )
  if (places.length > 0 && (await isThere(tx, 'backup_places')))
    await platformTables(tx)
      .insertInto('backup_places')
      .values([...places])
      .onConflict((conflict) =>
        conflict
          .column('place')
          .doUpdateSet({ last_used_at: sql`greatest(backup_places.last_used_at, excluded.last_used_at)` }),
      )
      .execute()
}
