// `npm run backup -- verify` as an operator runs it, on a machine that has only the backup.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderPlace, type Place } from '#platform/server/blobs/place.ts'
import { runToEnd } from '../test-process.ts'
import { testPayslipKey } from '../test-template.ts'
import { filesKey, linesOf, putManifest, putPart } from './archive.ts'

let folder: string
let backup: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-verify-'))
  backup = join(folder, 'backup')
  const place = await folderPlace(backup)
  const photo = Buffer.from('a photo')
  const part = await putPart(place, filesKey('faults/a.jpg'), photo)
  await putBackup(place, 'PGDMP … payslips', [{ ...part, key: 'faults/a.jpg' }], [{ name: 'a', sha256: part.sha256 }])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Lines = Parameters<typeof linesOf>[0]

async function putBackup(
  place: Place,
  dump: string,
  files: Lines,
  rows: Lines,
  engine: 'postgres' | 'embedded' = 'postgres',
): Promise<void> {
  await putManifest(place, {
    format: 1,
    startedAt: '2026-11-22T01:15:00.000Z',
    version: '20261122.1',
    engine,
    database: [await putPart(place, 'database/0001', Buffer.from(dump))],
    files: await putPart(place, 'files.jsonl', linesOf(files)),
    rows: await putPart(place, 'rows.jsonl', linesOf(rows)),
  })
}

const verify = (where: string, settings: Readonly<Record<string, string>> = {}) =>
  runToEnd(['app/server/backup.ts', 'verify', where], { DATA_DIR: join(folder, 'data'), ...settings })

const restore = (where: string) =>
  runToEnd(['app/server/restore.ts', where], {
    NODE_ENV: 'test',
    DEMO: 'off',
    DATA_DIR: join(folder, 'data'),
    PAYSLIP_KEY: testPayslipKey,
  })

const whole = expect.stringMatching(/är hel: databasen, 1 lönebesked och 1 fil, från 2026-11-22T01:15:00/)

test.each([
  ['no settings', {}],
  ['a database that is away', { NODE_ENV: 'production', DATABASE_URL: 'postgres://linjen:x@127.0.0.1:1/linjen' }],
  ['a file of its address that only the portal may read', { DATABASE_URL_FILE: '/nowhere/database-url' }],
])('a backup is read with %s, and nothing is written', { timeout: 30_000 }, async (_what, settings) => {
  expect(await verify(backup, settings)).toEqual({ code: 0, output: whole, lines: [] })
  expect(await readdir(folder)).toEqual(['backup'])
})

test('what is damaged is named, and nothing else is printed', async () => {
  const damaged = join(folder, 'damaged')
  await mkdir(damaged)
  expect(await verify(damaged)).toEqual({
    code: 1,
    output: '',
    lines: [`Det finns ingen säkerhetskopia i ${damaged}.`],
  })
  await rm(damaged, { recursive: true })
  await writeFile(join(backup, filesKey('faults/a.jpg')), 'a phota')
  expect(await verify(backup)).toEqual({
    code: 1,
    output: '',
    lines: [`${backup} är inte hel:`, 'files/faults/a.jpg är ändrad eller skadad'],
  })
})

test('a backup whose database has no tables is not whole', async () => {
  const empty = join(folder, 'empty')
  const place = await folderPlace(empty)
  await putBackup(place, 'PGDMP … public', [], [])
  expect(await verify(empty)).toEqual({
    code: 1,
    output: '',
    lines: [`${empty} är inte hel:`, 'databasen i den har inga tabeller'],
  })
})

/** A file of the system that fails like one on a bad sector: EIO when it is read. */
const unreadable = '/proc/self/mem'
test.skipIf(!existsSync(unreadable))(
  'what the disk cannot read is named beside the rest that is damaged, by a restore too',
  async () => {
    const rotten = join(folder, 'rotten')
    const place = await folderPlace(rotten)
    const keys = ['faults/a.jpg', 'faults/b.jpg', 'faults/c.jpg']
    const parts = await Promise.all(keys.map((key) => putPart(place, filesKey(key), Buffer.from('a photo'))))
    const files = parts.map((part, at) => ({ ...part, key: keys[at] }))
    await putBackup(place, 'PGDMP … payslips', files, [], 'embedded')
    const fail = async (key: string) => {
      await rm(join(rotten, key))
      await symlink(unreadable, join(rotten, key))
    }
    await fail(filesKey('faults/a.jpg'))
    await writeFile(join(rotten, filesKey('faults/c.jpg')), 'a phota')
    const lines = [
      `${rotten} är inte hel:`,
      'files/faults/a.jpg går inte att läsa (EIO)',
      'files/faults/c.jpg är ändrad eller skadad',
    ]
    expect(await verify(rotten)).toEqual({ code: 1, output: '', lines })
    expect(await restore(rotten)).toEqual({ code: 1, output: '', lines: [...lines, 'Ingenting har ändrats.'] })

    await fail('rows.jsonl')
    const line = `${rotten}: rows.jsonl går inte att läsa (EIO).`
    expect(await verify(rotten)).toEqual({ code: 1, output: '', lines: [line] })
    expect(await restore(rotten)).toEqual({ code: 1, output: '', lines: [line, 'Ingenting har ändrats.'] })
    expect(await readdir(folder)).not.toContain('data')
  },
  60_000,
)

test('a restore of what is no backup says that nothing has changed', async () => {
  const none = join(folder, 'none')
  expect((await restore(none)).lines).toEqual([`Det finns ingen säkerhetskopia i ${none}.`, 'Ingenting har ändrats.'])
}, 60_000)
