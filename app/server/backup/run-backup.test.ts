// `npm run backup` to a disk that changes what is written to it.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '#platform/server/area.ts'
import { folderPlace, type Place } from '#platform/server/blobs/place.ts'
import type { OpenDatabase } from '#platform/server/db/open.ts'
import { Unavailable } from '#platform/server/unavailable.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { readPortalConfig } from '../config.ts'
import { copyOfTemplate, type TemplateCopy } from '../test-copy.ts'
import { testNow, testPayslipKey } from '../test-template.ts'
import { filesKey, findBackup, readBackup, type Part } from './archive.ts'
import { refusal } from './installation-fixture.ts'
import { makeBackup } from './make.ts'
import { backupMeasure, runBackup } from './run-backup.ts'
import { giveRowsTheirFiles } from './whole-portal-fixture.ts'

let folder: string
let copy: TemplateCopy
let opened: OpenDatabase
let platform: Platform
let now = testNow

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-run-backup-'))
  copy = await copyOfTemplate()
  opened = await copy.open()
  const { address } = copy
  const settings = { DATA_DIR: join(folder, 'data'), NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey }
  const config = readPortalConfig({ ...settings, ...(address && { DATABASE_URL: address }) })
  const variants = await loadVariants(config.variantsDir)
  platform = { db: opened.longWork, clock: () => now, config, variants, log: pino({ level: 'silent' }), version: '1' }
  await giveRowsTheirFiles(opened.db, config)
})
afterAll(async () => {
  await opened.close()
  await copy.drop()
  await rm(folder, { recursive: true, force: true })
})

const at = (where: string, isAnew = false) => ({ where, isAnew })

test('a backup that cannot be read again has failed: the one before stays the latest, for monitoring too', async () => {
  const to = join(folder, 'backup')
  const backup = (tell: (line: string) => void) => runBackup(at(to), platform, { dump: opened.dump }, tell)
  const latest = async () => [await readFile(join(to, 'latest.txt'), 'utf8'), await backupMeasure(opened).read()]
  await backup(() => {})
  const before = await latest()
  expect(before[1]).toEqual([{ value: testNow.getTime() / 1000 }])
  now = new Date(testNow.getTime() + 86_400_000)
  for (const part of ['database/0001', 'files/**/*.*']) {
    const change = (line: string) => {
      if (line !== 'Det som är skrivet läses igen.') return
      const [file = ''] = globSync(`${to}/unfinished-*/${part}`)
      const bytes = readFileSync(file)
      bytes[0] = ~(bytes[0] as number)
      writeFileSync(file, bytes)
    }
    await expect(backup(change)).rejects.toMatchObject({
      lines: [
        expect.stringMatching(/unfinished-\S+ blev inte hel och är ingen säkerhetskopia:$/),
        expect.stringMatching(/ är ändrad eller skadad$/),
      ],
    })
    expect(await latest()).toEqual(before)
    expect((await readdir(to)).filter((name) => name !== 'writing')).toHaveLength(2)
  }
})

test('whose disk is full is said: the database’s, or that of the place', async () => {
  const to = join(folder, 'full')
  const full = async (error: Error) => {
    const tell = (line: string) => {
      if (line === 'Det som är skrivet läses igen.') throw error
    }
    return refusal(runBackup(at(to), platform, { dump: opened.dump }, tell))
  }
  const noSpace = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  const noRoomInDatabase = Object.assign(new Error('could not extend file'), { code: '53100' })
  expect(await full(noSpace)).toEqual([`Disken är full: ${to}.`])
  expect(await full(new Unavailable('database', noRoomInDatabase))).toEqual(['Databasens disk är full.'])
})

test('a file that has changed in the store since the backup before is named each time, and stays as it was there', async () => {
  const to = join(folder, 'changed')
  const lines = (tell: (line: string) => void = () => {}) =>
    refusal(runBackup(at(to), platform, { dump: opened.dump }, tell))
  const made = async () => readBackup(await findBackup(await folderPlace(to)))
  const noted = () => backupMeasure(opened).read()
  expect(await lines()).toEqual([])
  const before = [await noted(), (await made()).files]

  const keys = (await made()).files.map(({ key }) => key)
  const key = keys.find((each) => each.startsWith('documents/')) as string
  const gone = keys.find((each) => each.startsWith('vehicle-faults/')) as string
  const path = (of: string) => join(folder, 'data', 'blobs', of)
  const good = readFileSync(path(key))
  const rotten = Buffer.from(good)
  rotten[0] = ~(rotten[0] as number)
  writeFileSync(path(key), rotten)
  await rename(path(gone), join(folder, 'gone'))
  now = new Date(now.getTime() + 86_400_000)
  for (let night = 1; night <= 2; night++) {
    expect(await lines()).toEqual([
      expect.stringMatching(/^Kopian är gjord, men räknas inte som lyckad: \S+changed\/20/),
      '1 fil gick inte att läsa i portalens lagring, och är hämtad ur förra kopian:',
      `  ${gone}`,
      '1 fil var ändrad i portalens lagring, och är hämtad ur förra kopian:',
      `  ${key}`,
    ])
    expect((await made()).manifest).toMatchObject({ lost: [gone], changed: [key] })
    expect([await noted(), (await made()).files]).toEqual([before[0], expect.arrayContaining(before[1] as Part[])])
    expect(Buffer.from((await (await made()).place.read(filesKey(key))) as Uint8Array)).toEqual(good)
  }

  // Put back as the guide says.
  writeFileSync(path(key), good)
  await rename(join(folder, 'gone'), path(gone))
  expect(await lines()).toEqual([])
  expect((await made()).manifest).not.toHaveProperty('changed')

  // The copy of before has rotted as well: what is in the store is kept, and named until it is another.
  const copy = join((await made()).place.name, filesKey(key))
  writeFileSync(copy, Buffer.from('also rotten'))
  writeFileSync(path(key), rotten)
  for (let night = 1; night <= 2; night++) {
    now = new Date(now.getTime() + 86_400_000)
    expect(await lines()).toEqual([
      expect.stringMatching(/^Kopian är gjord, men räknas inte som lyckad: \S+changed\/20/),
      '1 fil har ett annat innehåll än i en tidigare kopia, som inte gick att läsa:',
      `  ${key}`,
    ])
  }
  // Lost as well, its copy is taken from the backup before, and no less doubtful.
  await rename(path(key), join(folder, 'rotten'))
  expect(await lines()).toHaveLength(5)
  expect((await made()).manifest).toMatchObject({ lost: [key], doubtful: [key] })
  // Nor where that cannot be read either, and the file then comes back as it was.
  writeFileSync(join((await made()).place.name, filesKey(key)), Buffer.from('also rotten'))
  expect(await lines()).toHaveLength(5)
  await rename(join(folder, 'rotten'), path(key))
  expect(await lines()).toHaveLength(3)
  expect((await made()).manifest).toMatchObject({ doubtful: [key] })
  writeFileSync(path(key), good)
  expect(await lines()).toEqual([])
  expect(Buffer.from((await (await made()).place.read(filesKey(key))) as Uint8Array)).toEqual(good)

  // Changed on purpose, as the guide says.
  const wanted = Buffer.from('another')
  writeFileSync(path(key), wanted)
  expect(await refusal(runBackup(at(to, true), platform, { dump: opened.dump }, () => {}))).toEqual([])
  expect(await lines()).toEqual([])
  expect(Buffer.from((await (await made()).place.read(filesKey(key))) as Uint8Array)).toEqual(wanted)

  // Nothing is compared with a previous backup that is damaged.
  writeFileSync(join((await made()).place.name, 'files.jsonl'), '')
  const told: string[] = []
  expect(await lines((line) => told.push(line))).toEqual([])
  expect(told).toContainEqual(
    expect.stringMatching(/^Filerna är inte jämförda med förra kopian: .+ ändrad eller skadad\.$/),
  )
})

test('the database answers others while a slow place takes the copy of it', async () => {
  const folderOfBackups = await folderPlace(join(folder, 'slow'))
  const [begun, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: Place = {
    ...folderOfBackups,
    async put(key, bytes) {
      if (key.includes('/database/')) {
        begun.resolve()
        await taken.promise
      }
      await folderOfBackups.put(key, bytes)
    },
  }
  const made = makeBackup(platform, { dump: opened.dump }, { to: slow, isAnew: false }, () => {})
  await Promise.race([begun.promise, made])
  const answered = sql`select 1`.execute(opened.db).then(() => 'answered')
  expect(await Promise.race([answered, pause(5000, 'not answered')]).finally(taken.resolve)).toBe('answered')
  expect(await readBackup(await made)).toMatchObject({ manifest: { database: [{ key: 'database/0001' }] } })
})

test('a place whose backups are gone is refused as an unmounted disk, unless the backup is made anew', async () => {
  const to = join(folder, 'mounted')
  const lines = (isAnew = false) => refusal(runBackup(at(to, isAnew), platform, { dump: opened.dump }, () => {}))
  now = testNow
  expect(await lines()).toEqual([])
  await rename(to, join(folder, 'unmounted'))
  now = new Date(testNow.getTime() + 86_400_000)
  expect(await lines()).toEqual([
    `${to} saknar latest.txt, men där gjordes en säkerhetskopia ${testNow.toISOString()}: är disken monterad?`,
    `Är platsen ny eller tömd med avsikt: npm run backup -- --anew ${to}`,
  ])
  // Nothing has been written below the mount point, nor noted.
  expect(existsSync(to)).toBe(false)
  expect(await backupMeasure(opened).read()).toEqual([{ value: testNow.getTime() / 1000 }])
  expect(await lines(true)).toEqual([])
  expect(await lines()).toEqual([])
})

test('so is a place none of whose backups has succeeded', async () => {
  const to = join(folder, 'never whole')
  const lines = () => refusal(runBackup(at(to), platform, { dump: opened.dump }, () => {}))
  const noted = await backupMeasure(opened).read()
  const [lost = ''] = globSync(join(folder, 'data', 'blobs', 'vehicle-faults/**/*.jpg'))
  await rename(lost, join(folder, 'lost'))
  now = testNow
  expect(await lines()).toEqual([
    expect.stringMatching(/^Kopian är gjord, men räknas inte som lyckad: /),
    expect.stringMatching(/^1 fil saknas i kopian/),
    expect.any(String),
  ])
  await rename(to, join(folder, 'never mounted'))
  expect(await lines()).toEqual([
    `${to} saknar latest.txt, men där gjordes en säkerhetskopia ${testNow.toISOString()}: är disken monterad?`,
    expect.any(String),
  ])
  expect(existsSync(to)).toBe(false)
  expect(await backupMeasure(opened).read()).toEqual(noted)
  await rename(join(folder, 'lost'), lost)
})

test('a clock that is ahead does not silence the alarm, nor forget a place', async () => {
  const to = join(folder, 'ahead')
  const times = async () => {
    const { rows } = await sql<{ at: number; last: number; used: number; places: number }>`
      select extract(epoch from clock_timestamp())::float8 as at,
        (select extract(epoch from finished_at)::float8 from last_backup) as last,
        (select extract(epoch from last_used_at)::float8 from backup_places where place = ${to}) as used,
        (select count(*)::int from backup_places) as places`.execute(opened.db)
    return rows[0] as (typeof rows)[0]
  }
  const before = await times()
  now = new Date((before.at + 500 * 86_400) * 1000)
  expect(await refusal(runBackup(at(to), platform, { dump: opened.dump }, () => {}))).toEqual([])
  const { at: after, last, used, places } = await times()
  for (const time of [last, used]) {
    expect(time).toBeGreaterThanOrEqual(before.at)
    expect(time).toBeLessThanOrEqual(after)
  }
  expect(places).toBe(before.places + 1)
})
