import { sql, type Selectable } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { platformTables, type PlatformTables } from '#platform/server/tables.ts'

/**
 * What ties a database to its data folder and its file stores. A restored database has those of the installation that was
 * backed up.
 */
export interface Ties {
  readonly folder: string
  readonly stores: readonly Selectable<PlatformTables['file_stores']>[]
}

export async function tiesOf(db: Database): Promise<Ties> {
  const { id } = await platformTables(db).selectFrom('data_folder').select('id').executeTakeFirstOrThrow()
  const stores = await platformTables(db)
    .selectFrom('file_stores')
    .select(['place', 'id', 'marked', 'left_at'])
    .execute()
  return { folder: id, stores }
}

export async function tieAgain(tx: Database, { folder, stores }: Ties): Promise<void> {
  await sql`delete from data_folder`.execute(tx)
  await sql`delete from file_stores`.execute(tx)
  await platformTables(tx).insertInto('data_folder').values({ id: folder }).execute()
  await platformTables(tx)
    .insertInto('file_stores')
    .values([...stores])
    .execute()
}
