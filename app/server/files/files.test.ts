// The file store of a portal: moved while it is used, away, and full.
import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { formOf, photo } from '#core/pictures/server/form-fixture.ts'
import { documentStore } from '#core/documents/server/store.ts'
import type { ImportRefused, Platform } from '#platform/server/area.ts'
import { storesOf } from '#platform/server/blobs/blobs.ts'
import { claimFileStores, isLeft } from '#platform/server/blobs/marker.ts'
import type { Place } from '#platform/server/blobs/place.ts'
import { testS3, type TestS3 } from '#platform/server/blobs/test-s3.ts'
import type { Config, FilePlace } from '#platform/server/config.ts'
import { claimDataDir } from '#platform/server/data-dir.ts'
import { recordErasures } from '#platform/server/erasures.ts'
import { NotRead } from '#platform/server/files/file-fault.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { erasuresKnown, keepErasures } from '../erasures/erased.ts'
import { giveRowsTheirFiles } from '../backup/whole-portal-fixture.ts'
import { readPortalConfig } from '../config.ts'
import { mountDisk, unmountDisk } from '../test-disk.ts'
import { testPortal, type TestPortal } from '../test-portal.ts'
import { testNow, testPayslipKey } from '../test-template.ts'
import { compareFiles } from './compare.ts'
import { runFiles } from './run-files.ts'

let s3: TestS3
let image: Buffer
let dataDir: string
let portal: TestPortal | null = null
beforeAll(async () => {
  s3 = await testS3()
  image = await photo({ width: 400 })
})
afterAll(() => s3?.remove())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-files-'))
})
afterEach(async () => {
  await portal?.close()
  portal = null
  await rm(dataDir, { recursive: true, force: true })
})

const settingsOf = (S3_PREFIX: string, more: Readonly<Record<string, string>>) => ({
  NODE_ENV: 'test',
  PAYSLIP_KEY: testPayslipKey,
  DATA_DIR: dataDir,
  FILES: 'folder',
  ...s3.settings,
  S3_PREFIX,
  ...more,
})

const upload = (to: TestPortal) => {
  const { headers, payload } = formOf({ name: 'file', fileName: 'dörr.jpg', content: image })
  return to.send('anna', 'POST', '/api/fordonskontroll/uploadimage', { headers, body: payload })
}
const picture = (of: TestPortal, name: string) =>
  of.send('anna', 'GET', `/api/fordonskontroll/image?name=${name}&storlek=stor`)
const rowsOf = async ({ db }: TestPortal) =>
  (await sql<{ n: number }>`select count(*)::int as n from fault_pictures where stored`.execute(db)).rows[0]?.n

const platformOf = async (config: Config, { db }: TestPortal): Promise<Platform> => ({
  db,
  clock: () => testNow,
  config,
  variants: await loadVariants(config.variantsDir),
  log: pino({ level: 'silent' }),
  version: '',
})

async function keysIn(place: Place, folder: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of place.list(folder)) keys.push(key)
  return keys.toSorted()
}

test('a lost folder of files is taken anew by the documents’ statement, where files have been moved too', async () => {
  portal = await testPortal(settingsOf('lost-folder', {}))
  const { db } = portal
  const claimed = (FILES: FilePlace, more: Readonly<Record<string, string>> = {}) =>
    claimFileStores(db, readPortalConfig(settingsOf('lost-folder', { FILES, ...more })))
  await claimed('folder')
  await claimed('s3', { FILES_ALSO: 'folder' })
  const blobs = join(dataDir, 'blobs')
  await rm(blobs, { recursive: true })
  await expect(claimed('s3', { FILES_ALSO: 'folder' })).rejects.toThrow('lagringen saknar filen linjen.id')

  const guide = await readFile(new URL('../../../docs/reference-data.md', import.meta.url), 'utf8')
  const [, statement = ''] = /`(select id from\s+file_stores[^`]*)`/.exec(guide) ?? []
  const { rows } = await sql.raw<{ id: string }>(statement).execute(db)
  expect(rows).toHaveLength(1)
  await mkdir(blobs)
  await writeFile(join(blobs, 'linjen.id'), `${rows[0]?.id}\n`)
  await claimed('s3', { FILES_ALSO: 'folder' })
})

describe('files are moved while they are used', () => {
  test.each([
    ['folder', 's3'],
    ['s3', 'folder'],
  ])('from %s to %s', async (from, to) => {
    portal = await testPortal(settingsOf(`from-${from}`, {}))
    const { db } = portal
    // The settings of the first step in docs/reference-data.md, then of the second.
    const earlier = readPortalConfig(settingsOf(`from-${from}`, { FILES: from, FILES_ALSO: to }))
    const later = readPortalConfig(settingsOf(`from-${from}`, { FILES: to, FILES_ALSO: from }))
    const alone = readPortalConfig(settingsOf(`from-${from}`, { FILES: to }))
    await claimFileStores(db, readPortalConfig(settingsOf(`from-${from}`, { FILES: from })))
    await claimFileStores(db, earlier)
    const all = await giveRowsTheirFiles(db, earlier, 200)
    // The operator's other files in the bucket are not the portal's. Erasures are written beside the portal's files.
    const source = await storesOf(earlier).open(from as FilePlace)
    await source.put('copies/2026-11-22/manifest.json', Buffer.from('{}'))
    await db.transaction().execute((tx) => recordErasures(tx, 'planted', ['17']))
    await keepErasures({ db, clock: () => testNow, config: earlier })
    await claimFileStores(db, later)
    await expect(claimFileStores(db, alone)).rejects.toThrow('flytta dem med npm run files -- copy')

    const documents = documentStore({ db, clock: () => testNow, config: later })
    const put = async () => {
      const bytes = randomBytes(400)
      const id = await documents.keep(bytes)
      await db
        .transaction()
        .execute((tx) => documents.put(tx, { id, fileName: 'a.pdf', size: 400, audience: { of: 'group' } }))
      return { id, bytes }
    }
    const platform = await platformOf(later, portal)
    const told: string[] = []
    const removed = all.filter((key) => key.startsWith('documents/')).slice(0, 5)
    const [added] = await Promise.all([
      Promise.all([put(), put(), put()]),
      documents
        .forget(
          db,
          removed.map((key) => key.split('/')[2] as string),
        )
        .then(() => documents.removeForgotten()),
      runFiles('copy', false, platform, (line) => told.push(line)),
    ])
    expect(told[0]).toMatch(/^\d+ filer kopierade från \S+ till \S+\.$/)

    // A process that was not restarted still stores files in the place that everything was copied from.
    const forgotten = await documentStore({ db, clock: () => testNow, config: earlier }).keep(randomBytes(400))
    await db
      .transaction()
      .execute((tx) => documents.put(tx, { id: forgotten, fileName: 'b.pdf', size: 400, audience: { of: 'group' } }))
    await expect(runFiles('verify', false, platform, () => {})).rejects.toThrow(/1 fil ligger bara i FILES_ALSO/)
    await runFiles('copy', false, platform, () => {})
    await runFiles('verify', false, platform, () => {})

    await claimFileStores(db, alone)
    expect(await compareFiles(db, alone)).toMatchObject({ missing: [], unnamed: [] })
    for (const { id, bytes } of added) {
      const read = await documentStore({ db, clock: () => testNow, config: alone }).content(id)
      expect(Buffer.from(read ?? [])).toEqual(bytes)
    }
    // Comparing finds what is wrong on either side.
    const blobs = join(to === 's3' ? join(s3.folder, `from-${from}`) : join(dataDir, 'blobs'), 'deviations')
    const lost = (await readdir(blobs, { recursive: true })).find((name) => /\.jpg(\._S3rver_object)?$/.test(name))!
    await rename(join(blobs, lost), join(dataDir, 'aside'))
    const found = await compareFiles(db, alone)
    expect([found.missing.length, found.missing[0]]).toEqual([1, `deviations/${lost.replace('._S3rver_object', '')}`])
    await rename(join(dataDir, 'aside'), join(blobs, lost))
    for (const remove of [false, true])
      await expect(runFiles('verify', remove, { ...platform, config: alone }, () => {})).resolves.toBeUndefined()
    expect(await source.has('copies/2026-11-22/manifest.json')).toBe(true)
    await sql`delete from erasures`.execute(db)
    expect(await erasuresKnown({ db, config: alone })).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'planted', subject: '17' })]),
    )
    // A restore that can still be undone: the rows that were set aside name files that no other row names.
    await mkdir(join(dataDir, 'postgres.before-restore'))
    await expect(runFiles('verify', true, { ...platform, config: alone }, () => {})).rejects.toThrow('inte avslutad')
  })
})

test('a folder that is unmounted while it is copied or compared is out of reach, not empty', async () => {
  portal = await testPortal(settingsOf('unmounted', {}))
  const { db } = portal
  const before = readPortalConfig(settingsOf('unmounted', {}))
  const later = readPortalConfig(settingsOf('unmounted', { FILES: 's3', FILES_ALSO: 'folder' }))
  await claimFileStores(db, before)
  await giveRowsTheirFiles(db, before, 200)
  await claimFileStores(db, later)
  const platform = await platformOf(later, portal)
  const told: string[] = []
  const run = (what: string) => runFiles(what, false, platform, (line) => told.push(line))
  const unmount = () => rename(join(dataDir, 'blobs'), join(dataDir, 'unmounted'))
  const mount = () => rename(join(dataDir, 'unmounted'), join(dataDir, 'blobs'))

  vi.spyOn(await storesOf(later).open('folder'), 'read').mockImplementationOnce(() => unmount().then(() => null))
  await expect(run('copy')).rejects.toThrow(NotRead)
  expect([told, await isLeft(db, 'folder')]).toEqual([[], false])
  await mount()
  await run('copy')
  expect(await isLeft(db, 'folder')).toBe(true)
  await run('verify')

  await unmount()
  await expect(run('verify')).rejects.toThrow(NotRead)
  await mount()
})

test('what others have put among the files is counted, and neither removed, copied nor taken for the portal’s', async () => {
  portal = await testPortal(settingsOf('foreign', {}))
  const platform = await platformOf(readPortalConfig(settingsOf('foreign', { FILES_ALSO: 's3' })), portal)
  await giveRowsTheirFiles(portal.db, platform.config, 200)
  const erased = `erasures/2026-11-22T01-02-03-004Z-${randomUUID()}.json`
  const foreign = ['documents/.@__thumb/a  b.jpg', 'documents/Kopia av (1).pdf', 'erasures/.DS_Store']
  for (const name of foreign) {
    await mkdir(dirname(join(dataDir, 'blobs', name)), { recursive: true })
    await writeFile(join(dataDir, 'blobs', name), 'a')
  }
  const told: string[] = []
  await runFiles('verify', true, platform, (line) => told.push(line))
  expect(told).toContain('2 filer är inte portalens och rörs inte: documents/.@__thumb/a  b.jpg …')
  expect(told.at(-1)).toBe('Varje rad har sin fil, och varje fil sin rad.')

  const later = readPortalConfig(settingsOf('foreign', { FILES: 's3', FILES_ALSO: 'folder' }))
  await runFiles('copy', false, { ...platform, config: later }, () => {})
  const copies = await storesOf(later).open('s3')
  expect(await Promise.all(['documents', 'erasures'].map((folder) => keysIn(copies, folder)))).toEqual([
    (await keysIn(await storesOf(later).open('folder'), 'documents')).filter((key) => !foreign.includes(key)),
    [],
  ])
  for (const name of foreign) expect(await readFile(join(dataDir, 'blobs', name), 'utf8')).toBe('a')
  expect(await erasuresKnown(platform)).toEqual(expect.any(Array))
  await writeFile(join(dataDir, 'blobs', erased), '{')
  await expect(erasuresKnown(platform)).rejects.toThrow(
    `${join(dataDir, 'blobs', erased)} är skadad: där står vad som har raderats och ska raderas igen.`,
  )
})

/** Runs work as a user who owns the data folder and whom file permissions apply to. Root may read everything. */
async function asPlainUser<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return work()
  for (const name of ['.', ...(await readdir(dataDir, { recursive: true }))])
    await chown(join(dataDir, name), 65_534, 65_534)
  process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

test('a folder among the files that the portal may not read is named, and the others are compared and copied', async () => {
  portal = await testPortal(settingsOf('closed', {}), { onDisk: true })
  const platform = await platformOf(readPortalConfig(settingsOf('closed', {})), portal)
  await giveRowsTheirFiles(portal.db, platform.config, 200)
  const blobs = join(dataDir, 'blobs')
  const keys = (await keysIn(await storesOf(platform.config).open('folder'), 'vehicle-faults')).toSorted()
  const [unread, lost] = [
    keys[0] as string,
    keys.findLast((key) => dirname(key) !== dirname(keys[0] as string)) as string,
  ]
  const spare = `vehicle-faults/zz/zz${randomBytes(32).toString('base64url').slice(2)}.jpg`
  for (const key of ['documents/@eaDir/a.jpg', spare]) {
    await mkdir(join(blobs, dirname(key)), { recursive: true })
    await writeFile(join(blobs, key), 'a')
  }
  const outcome = (what: string, remove: boolean, config = platform.config) =>
    asPlainUser(() =>
      runFiles(what, remove, { ...platform, config }, () => {}).then(
        () => ['done'],
        (error: unknown) => (error as ImportRefused).lines ?? [String(error)],
      ),
    )
  await runFiles('verify', true, platform, () => {})
  await writeFile(join(blobs, spare), 'a')

  const later = readPortalConfig(settingsOf('closed', { FILES: 'folder', FILES_ALSO: 's3' }))
  await storesOf(later).open('s3')
  await chmod(join(blobs, 'documents/@eaDir'), 0)
  expect(await outcome('copy', false, later)).toEqual(['done'])
  await rm(join(blobs, lost))
  await chmod(dirname(join(blobs, unread)), 0)
  const faults = [
    '1 fil saknas:',
    `  ${lost}`,
    '2 mappar får inte läsas, och är inte jämförda:',
    '  documents/@eaDir',
    `  ${dirname(unread)}`,
  ]
  const unnamed = ['1 fil hör inte till någon rad (--remove tar bort den):', `  ${spare}`]
  expect(await outcome('verify', false)).toEqual([...faults, ...unnamed])
  expect(await outcome('verify', true)).toEqual(faults)
  await chmod(dirname(join(blobs, unread)), 0o700)
  await writeFile(join(blobs, lost), 'a')
  expect(await outcome('verify', false)).toEqual(['1 mapp får inte läsas, och är inte jämförd:', '  documents/@eaDir'])
})

test('on a disk that does not tell cases apart nothing is removed, and all of it is copied, there and back', async () => {
  portal = await testPortal(settingsOf('case', {}))
  const { db } = portal
  const platform = await platformOf(readPortalConfig(settingsOf('case', {})), portal)
  const ids = ['gN', 'Gn'].map((two) => `${two}${randomBytes(32).toString('base64url').slice(2)}`)
  for (const id of ids)
    await sql`insert into documents (id, file_name, size, created_at) values (${id}, 'a.pdf', 200, now())`.execute(db)
  const folder = join(dataDir, 'blobs', 'documents')
  await mkdir(join(folder, 'gN'), { recursive: true })
  // A case-insensitive disk has one folder for both names, and lists it once.
  await symlink('gN', join(folder, 'Gn'))
  await giveRowsTheirFiles(db, platform.config, 200)
  // The folder may have other documents of the portal, because their random names can begin with the same characters.
  const there = async () => (await readdir(join(folder, 'gN'))).filter((id) => ids.includes(id)).toSorted()
  expect(await there()).toEqual(ids.toSorted())

  const verified = () => runFiles('verify', true, platform, () => {})
  await verified()
  expect(await there()).toEqual(ids.toSorted())

  const copied = (FILES: FilePlace, FILES_ALSO: FilePlace) => {
    const config = readPortalConfig(settingsOf('case', { FILES, FILES_ALSO }))
    return runFiles('copy', false, { ...platform, config }, () => {})
  }
  await copied('s3', 'folder')
  const inS3 = readPortalConfig(settingsOf('case', { FILES: 's3' }))
  expect(await compareFiles(db, inS3)).toMatchObject({ missing: [], unnamed: [], foreign: [] })
  for (const id of ids) await rm(join(folder, 'gN', id))
  await copied('folder', 's3')
  expect(await there()).toEqual(ids.toSorted())
  await verified()
})

const away = {
  status: 503,
  body: {
    result: null,
    timestamp: expect.any(String),
    errorMessage: 'Portalens fillagring går inte att använda just nu. Försök igen senare.',
  },
}

test('S3 that is stopped, or answers errors, is 503 in the specified shape; nothing is stored half, and no restart is needed', async () => {
  portal = await testPortal(settingsOf('away', { FILES: 's3' }))
  const { name } = (await upload(portal)).body.result
  expect((await picture(portal, name)).status).toBe(200)
  const before = await rowsOf(portal)
  const isAway = async (at: TestPortal) => {
    expect(await upload(at)).toEqual(away)
    expect(await picture(at, name)).toEqual(away)
    const { statusCode, body } = await at.app.inject({ url: '/readyz' })
    expect([statusCode, JSON.parse(body)]).toEqual([
      200,
      expect.objectContaining({ status: 'degraded', files: 'not writable' }),
    ])
    expect((await at.send('anna', 'GET', '/api/fordonskontroll/mina')).status).toBe(200)
    expect(await rowsOf(at)).toBe(before)
  }
  await s3.stop()
  await isAway(portal)
  await s3.start()
  expect((await picture(portal, name)).status).toBe(200)

  // S3 runs, and every request for a file fails.
  await rename(s3.folder, `${s3.folder}-aside`)
  await writeFile(s3.folder, 'in the way')
  await isAway(portal)
  await rm(s3.folder)
  await rename(`${s3.folder}-aside`, s3.folder)
  expect((await picture(portal, name)).status).toBe(200)
  expect((await upload(portal)).status).toBe(200)
  expect((await portal.app.inject({ url: '/readyz' })).json()).toMatchObject({ status: 'ok' })
})

test('with the files in S3 a data folder that takes no photo is told too, and takes them again without a restart', async () => {
  portal = await testPortal(settingsOf('incoming', { FILES: 's3' }))
  const status = async () => (await portal!.app.inject({ url: '/readyz' })).json()
  expect((await upload(portal)).status).toBe(200)
  const incoming = join(dataDir, 'incoming')
  await rm(incoming, { recursive: true })
  await writeFile(incoming, 'in the way')
  expect((await upload(portal)).status).toBe(503)
  expect(await status()).toMatchObject({ status: 'degraded', files: 'not writable' })
  await rm(incoming)
  expect((await upload(portal)).status).toBe(200)
})

test('with the files in S3 a data folder whose disk is unmounted is told too, and the disk below is left alone', async () => {
  portal = await testPortal(settingsOf('below', { FILES: 's3' }))
  await claimDataDir(portal.db, dataDir)
  const status = async () => (await portal!.app.inject({ url: '/readyz' })).json()
  expect(await status()).toMatchObject({ status: 'ok' })
  await rename(dataDir, `${dataDir}-unmounted`)
  await mkdir(dataDir)
  expect(await status()).toMatchObject({ status: 'degraded', files: 'not writable' })
  expect(await readdir(dataDir)).toEqual([])
  await rm(dataDir, { recursive: true })
  await rename(`${dataDir}-unmounted`, dataDir)
  expect(await status()).toMatchObject({ status: 'ok' })
})

test('a folder on a full disk is 503 in the specified shape; nothing is stored half, and no restart is needed', async (context) => {
  const blobs = join(dataDir, 'blobs')
  await mkdir(blobs)
  context.skip(!mountDisk(blobs, 1))
  try {
    portal = await testPortal(settingsOf('', {}))
    const { name } = (await upload(portal)).body.result
    const before = [await rowsOf(portal), await readdir(blobs, { recursive: true })]
    const filler = join(blobs, 'filler')
    await writeFile(filler, randomBytes(2_000_000)).catch(() => undefined)
    expect(await upload(portal)).toEqual({
      ...away,
      body: {
        ...away.body,
        errorMessage: 'Det gick inte att spara, för portalens lagring är full. Försök igen senare.',
      },
    })
    expect((await picture(portal, name)).status).toBe(200)
    await rm(filler)
    const folders = (names: unknown) => (names as string[]).filter((entry) => entry.endsWith('.jpg'))
    expect([await rowsOf(portal), folders(await readdir(blobs, { recursive: true }))]).toEqual([
      before[0],
      folders(before[1]),
    ])
    expect((await upload(portal)).status).toBe(200)
  } finally {
    unmountDisk(blobs)
  }
})
