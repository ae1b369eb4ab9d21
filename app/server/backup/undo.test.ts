// `npm run restore -- --undo` that is interrupted after it has put the earlier database back, as when a terminal is
// closed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { openEmbedded, openPostgres } from '#platform/server/db/open.ts'
import { folderAside } from '#platform/server/db/restore-point.ts'
import type { TemplateCopy } from '../test-copy.ts'
import { backUp, change, installed, refusal } from './installation-fixture.ts'
import { restore } from './restore.ts'
import { endRestore } from './undo.ts'

let folder: string
let own: Config
const copies: TemplateCopy[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-undo-'))
  own = await installed(join(folder, 'data'), copies)
}, 600_000)
afterAll(async () => {
  for (const copy of copies) await copy.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The last numbers given out to faults and deviations. */
const lasts = async (db: Database) =>
  (
    await sql<{ name: string; last: number }>`
      select company as name, last from fault_numbers
      union all select 'incidents', last_value::int from incidents_numbers order by name`.execute(db)
  ).rows

/** Changes the database `where` it is, without the checks of a start. */
async function plainly(where: 'in use' | 'set aside', statement: (schema: string) => ReturnType<typeof sql>) {
  const aside = where === 'set aside'
  const { databaseUrl, dataDir } = own
  const opened = databaseUrl ? openPostgres(databaseUrl) : await openEmbedded(dataDir, aside ? folderAside : undefined)
  try {
    await statement(aside && databaseUrl ? 'before_restore' : 'public').execute(opened.longWork)
  } finally {
    await opened.close()
  }
}

/** Adds a company whose first fault has been reported. */
async function addCompany(db: Database, id: string): Promise<void> {
  await sql`insert into companies (id, name) values (${id}, ${id})`.execute(db)
  await sql`insert into fault_numbers (company, last) values (${id}, 1001)`.execute(db)
}

test('neither a restore nor going back is hindered by companies that joined since', { timeout: 600_000 }, async () => {
  const place = join(folder, 'before they joined')
  await backUp(place, own)
  await change(own, (db) => addCompany(db, 'after-backup'))
  expect(await refusal(restore(place, own, () => {}))).toEqual([])
  await change(own, (db) => addCompany(db, 'after-restore'))
  expect(await refusal(endRestore('undo', own, () => {}))).toEqual([])
  expect(await change(own, lasts)).toEqual(
    expect.arrayContaining(['after-backup', 'after-restore'].map((name) => ({ name, last: 1001 }))),
  )
})

test('gives no number again that the restored database has given out', { timeout: 600_000 }, async () => {
  const place = join(folder, 'backup')
  await backUp(place, own)
  await restore(place, own, () => {})
  await change(own, async (db) => {
    await sql`update fault_numbers set last = last + 7`.execute(db)
    for (let more = 0; more < 7; more++) await sql`select nextval('incidents_numbers')`.execute(db)
  })
  const given = await change(own, lasts)

  // The database that is put back seems to lack a migration: running it again fails once the database has been put back.
  const migration = '2026-12-20-file-stores'
  await plainly(
    'set aside',
    (schema) => sql`update ${sql.id(schema)}.kysely_migration set name = 'aside' where name = ${migration}`,
  )
  expect(String(await refusal(endRestore('undo', own, () => {})))).toContain('file_stores')
  expect(await refusal(endRestore('undo', own, () => {}))).toEqual([
    'Det finns ingen återläsning att gå tillbaka från.',
  ])
  await plainly(
    'in use',
    (schema) => sql`update ${sql.id(schema)}.kysely_migration set name = ${migration} where name = 'aside'`,
  )
  expect(await change(own, lasts)).toEqual(given)
})
