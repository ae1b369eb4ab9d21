import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { SurveyPortal } from './survey-fixture.ts'

/** The write-ahead log, in the order in which it was written: the embedded database's files, or the server's own. */
export async function writeAheadLog({ db, dataDir }: SurveyPortal, since: string): Promise<Buffer> {
  if ('folder' in inject('template')) {
    const folder = join(dataDir, 'postgres', 'pg_wal')
    const names = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted()
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))))
  }
  const { rows } = await sql<{ name: string }>`
    select name from pg_ls_waldir()
    where name ~ '^[0-9A-F]{24}$' and name between pg_walfile_name(${since}::pg_lsn) and pg_walfile_name(pg_current_wal_lsn())
    order by name`.execute(db)
  const files: Uint8Array[] = []
  for (const { name } of rows) {
    const { rows: read } = await sql<{ bytes: Uint8Array }>`
      select pg_read_binary_file('pg_wal/' || ${name}::text) as bytes`.execute(db)
    files.push(...read.map(({ bytes }) => bytes))
  }
  return Buffer.concat(files)
}

/** The write-ahead log from a position on, kept until it is released. */
export interface KeptLog {
  readonly since: string
  readonly release: () => Promise<void>
}

/**
 * Keeps the log from its current end on. Otherwise a server that others use too could remove log files at a checkpoint, between listing and
 * reading them.
 */
export async function keepLog({ db }: SurveyPortal): Promise<KeptLog> {
  const released = Promise.withResolvers<void>()
  const since = Promise.withResolvers<string>()
  // A temporary slot ends with its connection, also if the test is interrupted.
  const held = db.connection().execute(async (connection) => {
    if (!('folder' in inject('template')))
      await sql`select pg_create_physical_replication_slot(${`linjen_test_${process.pid}`}, true, true)`.execute(
        connection,
      )
    const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(connection)
    since.resolve(rows[0]?.at ?? '')
    if (!('folder' in inject('template'))) await released.promise
  })
  held.catch(since.reject)
  return {
    since: await since.promise,
    release: async () => {
      released.resolve()
      await held
    },
  }
}

/** Every position of the named values in the log. */
export function placesOf(log: Buffer, what: ReadonlyMap<string, Buffer>): { at: number; name: string }[] {
  const places: { at: number; name: string }[] = []
  for (const [name, bytes] of what) {
    for (let at = log.indexOf(bytes); at >= 0; at = log.indexOf(bytes, at + 1)) places.push({ at, name })
  }
  return places.toSorted((a, b) => a.at - b.at)
}
