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

/** The current end of the log. */
export async function walPosition({ db }: SurveyPortal): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(db)
  return rows[0]?.at ?? ''
}

/** Each position in the log of one of these values, with its name. */
export function placesOf(log: Buffer, what: ReadonlyMap<string, Buffer>): { at: number; name: string }[] {
  const places: { at: number; name: string }[] = []
  for (const [name, bytes] of what) {
    for (let at = log.indexOf(bytes); at >= 0; at = log.indexOf(bytes, at + 1)) places.push({ at, name })
  }
  return places.toSorted((a, b) => a.at - b.at)
}
