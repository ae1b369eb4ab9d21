// What a restore prints and does in addition to restoring.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#platform/server/area.ts'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import { folderPlace } from '#platform/server/blobs/place.ts'
import { NotRead } from '#platform/server/files/file-fault.ts'
import { openPostgres } from '#platform/server/db/open.ts'
import { platformTables } from '#platform/server/tables.ts'
import { loadVariants } from '#platform/server/variants.ts'
import type { Config } from '#platform/server/config.ts'
import { readPortalConfig } from '../config.ts'
import { storedFiles } from '../files/compare.ts'
import { readVersion } from '../installation/version.ts'
import type { TemplateCopy } from '../test-copy.ts'
import { readBackup } from './archive.ts'
import { backUp, change, installed, refusal } from './installation-fixture.ts'
import { makeBackup } from './make.ts'
import { restore } from './restore.ts'
import { endRestore } from './undo.ts'
import { verifyBackup } from './verify.ts'

const timeout = 600_000

let folder: string
let place: string
let own: Config
const copies: TemplateCopy[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-restore-'))
  place = join(folder, 'backup')
  own = await installed(join(folder, 'data'), copies)
  // Some payslips are from before keys had ids.
  await change(own, (db) => sql`update payslips set key_id = null where id % 2 = 0`.execute(db))
  await backUp(place, own)
}, timeout)
afterAll(async () => {
  for (const copy of copies) await copy.drop()
  await rm(folder, { recursive: true, force: true })
})

async function told(work: (tell: (line: string) => void) => Promise<void>): Promise<string> {
  const lines: string[] = []
  await work((line) => lines.push(line))
  return lines.join('\n')
}
const noted = async (db: Database) => platformTables(db).selectFrom('last_backup').select('finished_at').execute()
const endAs = (what: 'undo' | 'keep') => endRestore(what, own, () => {})

test('a file that the store has lost is missing from the backup, which all the rest is in', { timeout }, async () => {
  const other = join(folder, 'lacking')
  const blobs = blobStore(own)
  const [key = ''] = await change(own, async (db) => (await storedFiles(db)).map((file) => file.key))
  const bytes = (await blobs.read(key)) as Uint8Array
  const madeAt = await change(own, noted)
  await blobs.remove(key)
  try {
    expect(await refusal(backUp(other, own))).toEqual([
      expect.stringMatching(/^Kopian är gjord, men räknas inte som lyckad: .+lacking.20/),
      '1 fil saknas i kopian, eftersom den inte gick att läsa i portalens lagring:',
      `  ${key}`,
    ])
    expect(await change(own, noted)).toEqual(madeAt)
    const missing = `1 fil saknas i kopian, eftersom den inte gick att läsa i portalens lagring:\n  ${key}`
    expect(await told((tell) => verifyBackup(other, own, tell))).toMatch(/är hel: .+ 246 filer/)
    expect(await told((tell) => verifyBackup(other, own, tell))).toContain(missing)
    expect(await told((tell) => restore(other, own, tell))).toContain(missing)
    await endAs('undo')
    // Put back as the guide says, from an older backup.
    const older = await readFile(join(place, (await readFile(join(place, 'latest.txt'), 'utf8')).trim(), 'files', key))
    await blobs.put(key, older)
    expect(await refusal(backUp(other, own))).toEqual([])
  } finally {
    await blobs.put(key, bytes)
  }
})

test(
  'so is one that the disk can no longer read, while a store that is away stops the backup',
  { timeout },
  async () => {
    const blobs = blobStore(own)
    const read = blobs.read.bind(blobs)
    const to = await folderPlace(join(folder, 'unread'))
    const made = (code: string) =>
      change(own, async (db) => {
        const [key = ''] = (await storedFiles(db)).map((file) => file.key)
        const error = new NotRead(Object.assign(new Error(code), { code }))
        vi.spyOn(blobs, 'read').mockImplementation((asked) => (asked === key ? Promise.reject(error) : read(asked)))
        const dump = own.databaseUrl ? null : async () => Buffer.from('a dump')
        const variants = await loadVariants(own.variantsDir)
        const platform = {
          db,
          clock: () => new Date(),
          config: own,
          variants,
          log: pino({ level: 'silent' }),
          version: '1',
        }
        try {
          const { lost } = (await readBackup(await makeBackup(platform, { dump }, { to, isAnew: false }, () => {})))
            .manifest
          return [lost, [key]]
        } finally {
          vi.restoreAllMocks()
        }
      })
    const [lost, named] = await made('EIO')
    expect(lost).toEqual(named)
    await expect(made('ECONNREFUSED')).rejects.toThrow('a file was not read: ECONNREFUSED')
  },
)

test('where the key of payslips is lost, everything else comes back without them', { timeout }, async () => {
  const other = readPortalConfig({
    NODE_ENV: 'test',
    DATA_DIR: own.dataDir,
    PAYSLIP_KEY: Buffer.alloc(32, 'other').toString('base64'),
    ...(own.databaseUrl && { DATABASE_URL: own.databaseUrl }),
  })
  const count = async (db: Database) =>
    (await sql<{ n: number }>`select count(*)::int as n from payslips`.execute(db)).rows[0]?.n
  expect(await refusal(restore(place, other, () => {}))).toEqual([
    expect.stringContaining('PAYSLIP_KEY passar inte'),
    'Ingenting har ändrats.',
  ])
  const output = await told((tell) => restore(place, other, tell, { withoutPayslips: true }))
  expect(output).toContain('216 lönebesked, som ingen nyckel öppnar, är borttagna ur det som lästes tillbaka.')
  expect(await change(other, count)).toBe(0)
  await endAs('undo')
  expect(await change(own, count)).toBe(216)
})

test('a backup of another version says so, when it is read and when it is restored', { timeout }, async () => {
  const versions = `Kopian är gjord av version ${await readVersion()}, och här är version 20991231.1`
  expect(await told((tell) => verifyBackup(place, own, tell, '20991231.1'))).toContain(`${versions}.`)
  expect(await told((tell) => verifyBackup(place, own, tell))).not.toContain('version')
  expect(await told((tell) => restore(place, own, tell, { version: '20991231.1' }))).toContain(
    `${versions}: databasen förs upp till den. Ska kopians version köras, gå tillbaka med --undo, lägg den på plats och läs tillbaka med den.`,
  )
  await endAs('undo')
})

test('what is known of the backups stays, through a restore and back', { timeout }, async () => {
  const known = async (db: Database) => ({
    last: await noted(db),
    places: await platformTables(db)
      .selectFrom('backup_places')
      .select(['place', 'last_used_at'])
      .orderBy('place')
      .execute(),
  })
  const before = await change(own, known)
  // That backup itself was noted after the database had been copied into it.
  expect([before.last.length, before.places.map((each) => each.place)]).toEqual([1, expect.arrayContaining([place])])
  await restore(place, own, () => {})
  expect(await change(own, known)).toEqual(before)
  const since = join(folder, 'since')
  await backUp(since, own)
  const after = await change(own, known)
  expect(after.last).not.toEqual(before.last)
  expect(after.places).toHaveLength(before.places.length + 1)
  await endAs('undo')
  expect(await change(own, known)).toEqual(after)
})

test('a number that a fault has had is not given to another one', { timeout }, async () => {
  const lasts = async (db: Database) =>
    (await sql<{ company: string; last: number }>`select company, last from fault_numbers order by company`.execute(db))
      .rows
  const grow = (db: Database) => sql`update fault_numbers set last = last + 7`.execute(db)
  const before = await change(own, lasts)
  const plus = (more: number) => before.map(({ company, last }) => ({ company, last: last + more }))
  expect(before.length).toBeGreaterThan(0)
  await change(own, grow)
  await restore(place, own, () => {})
  expect(await change(own, lasts)).toEqual(plus(7))
  await change(own, grow)
  await endAs('undo')
  expect(await change(own, lasts)).toEqual(plus(14))

  // As on a new machine: nobody knows which numbers the lost database had given out.
  const dataDir = join(folder, 'new')
  const fresh = { ...own, dataDir }
  if (own.databaseUrl) {
    const opened = openPostgres(own.databaseUrl)
    await sql`drop schema public cascade`.execute(opened.longWork)
    await sql`create schema public`.execute(opened.longWork)
    await opened.close()
  }
  expect(await told((tell) => restore(place, fresh, tell))).toContain(
    'Den databas som gällde är borta: 1\u00A0000 nummer på ärenden hoppas över, så att inget ges två gånger.',
  )
  expect(await change(fresh, lasts)).toEqual(plus(1000))
  await endRestore('keep', fresh, () => {})
})
