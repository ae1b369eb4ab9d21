// The restore drill: one bit of a backup is changed, anywhere, and the damage is found before anything is restored.
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '#platform/server/area.ts'
import { folderPlace, type Place } from '#platform/server/blobs/place.ts'
import type { OpenDatabase } from '#platform/server/db/open.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { effort, seed, tried } from '../../../checks/effort.ts'
import { readPortalConfig } from '../config.ts'
import { copyOfTemplate, type TemplateCopy } from '../test-copy.ts'
import { mountDisk, unmountDisk } from '../test-disk.ts'
import { testNow, testPayslipKey } from '../test-template.ts'
import { faultsOf, findBackup, readBackup } from './archive.ts'
import { makeBackup } from './make.ts'
import { runBackup } from './run-backup.ts'
import { giveRowsTheirFiles } from './whole-portal-fixture.ts'

let folder: string
let copy: TemplateCopy
let opened: OpenDatabase
let platform: Platform
let place: Place
let parts: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-flips-'))
  copy = await copyOfTemplate()
  opened = await copy.open()
  const { address } = copy
  const settings = { DATA_DIR: join(folder, 'data'), NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey }
  const config = readPortalConfig({ ...settings, ...(address && { DATABASE_URL: address }) })
  const variants = await loadVariants(config.variantsDir)
  const log = pino({ level: 'silent' })
  platform = { db: opened.longWork, clock: () => testNow, config, variants, log, version: '20261121.1' }
  await giveRowsTheirFiles(opened.db, config)
  place = await makeBackup(
    platform,
    { dump: opened.dump },
    { to: await folderPlace(join(folder, 'backup')), isAnew: false },
    () => {},
  )
  const entries = await readdir(place.name, { recursive: true, withFileTypes: true })
  parts = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}, 120_000)
afterAll(async () => {
  await opened.close()
  await copy.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The faults of the backup, as `npm run backup -- verify` and every restore find them. */
const verified = async (): Promise<string> => {
  try {
    return (await faultsOf(await readBackup(place))).join('; ')
  } catch (error) {
    return (error as Error).message
  }
}

test('an untouched backup is whole, and the latest one is found', async () => {
  expect(await verified()).toBe('')
  expect((await findBackup(await folderPlace(join(folder, 'backup')))).name).toBe(place.name)
  const { rows, files } = await readBackup(place)
  expect([rows.length > 20, files.length > 20]).toEqual([true, true])
})

test('each changed bit is found, and the part that has it is named', { timeout: 1_800_000 }, async (context) => {
  const kinds = {
    database: parts.filter((file) => file.includes('/database/')),
    file: parts.filter((file) => file.includes('/files/')),
    lists: parts.filter((file) => /\/(files|rows)\.jsonl$/.test(file)),
    manifest: parts.filter((file) => /\/manifest\.(json|sha256)$/.test(file)),
  }
  expect(Object.values(kinds).flat()).toHaveLength(parts.length)
  const flip = fc.record({
    kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
    which: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    bit: fc.nat(7),
  })
  const runs = effort({ sample: 40, full: 2000 })
  let planted = 0
  await fc.assert(
    fc.asyncProperty(flip, async ({ kind, which, at, bit }) => {
      const file = kinds[kind][Math.floor(which * kinds[kind].length)] as string
      const bytes = await readFile(file)
      const position = Math.floor(at * (await stat(file)).size)
      const changed = Buffer.from(bytes)
      changed[position] = (changed[position] as number) ^ (1 << bit)
      await writeFile(file, changed)
      planted++
      const found = await verified()
      await writeFile(file, bytes)
      const name = file.slice(place.name.length + 1).replace('manifest.sha256', 'manifest.json')
      expect(found).toContain(`${name} är ändrad eller skadad`)
    }),
    { seed, numRuns: runs },
  )
  tried(context, planted)
  expect(await verified()).toBe('')
})

test('a part that is missing or cut short is found', async () => {
  for (const file of [
    parts.find((name) => name.includes('/files/'))!,
    parts.find((name) => name.includes('/database/'))!,
  ]) {
    const bytes = await readFile(file)
    await writeFile(file, bytes.subarray(0, -1))
    expect(await verified()).toMatch(/är ändrad eller skadad$/)
    await rm(file)
    expect(await verified()).toMatch(/ saknas$/)
    await writeFile(file, bytes)
  }
})

test('two machines whose backups begin in the same second do not write into one', async () => {
  const to = await folderPlace(join(folder, 'same-second'))
  const made = await Promise.all(
    [1, 2].map(() => makeBackup(platform, { dump: opened.dump }, { to, isAnew: false }, () => {})),
  )
  expect(new Set(made.map(({ name }) => name)).size).toBe(2)
  for (const { name } of made) expect(await faultsOf(await readBackup(await folderPlace(name)))).toEqual([])
})

test('a disk that is full is named, and what was written there is removed', async (context) => {
  const small = join(folder, 'small')
  await mkdir(small)
  const { size } = await stat(parts.find((name) => name.includes('/database/'))!)
  // The disk has room for the database, but not for the files.
  context.skip(!mountDisk(small, Math.ceil(size / 1024 / 1024)))
  try {
    const run = runBackup({ where: small, isAnew: false }, platform, { dump: opened.dump }, () => {})
    await expect(run).rejects.toThrow(`Disken är full: ${small}.`)
    const left = await readdir(small, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
  } finally {
    unmountDisk(small)
  }
})
