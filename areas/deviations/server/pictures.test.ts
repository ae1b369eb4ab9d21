// The pictures of deviations: whose they are, and when those that no report has are removed.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reportPictures } from '#core/pictures/server/report-pictures.ts'
import { slowStore } from '#core/pictures/server/slow-store-fixture.ts'
import type { Platform } from '#platform/server/area.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { incidentPictures } from './picture-store.ts'
import { reportCalls, type ReportsPortal, reportsPortal } from './reports-fixture.ts'

let started: ReportsPortal
let portal: TestPortal
let dataDir: string
beforeAll(async () => {
  started = await reportsPortal()
  ;({ portal, dataDir } = started)
})
afterAll(() => started.close())
beforeEach(() => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 1000)
})
const { list, add, count, upload, image } = reportCalls(() => started)

const platform = () =>
  ({
    db: portal.db,
    clock: () => portal.clock.now,
    config: { dataDir, files: { in: 'folder' } },
  }) as unknown as Platform

describe('pictures', () => {
  test('leave a trace when the office opens them, like the case itself, but only those of sensitive cases', async () => {
    await giveRole(portal.db, 'eva', 'hr')
    await giveRole(portal.db, 'monica', 'omradeschef')
    const opened = async (userName: string, name: string) =>
      (await portal.send(userName, 'GET', `/api/kontor/arenden/avvikelser/bild?name=${name}&storlek=stor`)).status
    const traces = async () => {
      const { rows } = await sql`
        select b.user_name as by, a.by_role as role, r.user_name as about, a.object_kind as kind, a.object_id as number
        from audit a join employees b on b.id = a.by_id join employees r on r.id = a.about_id
        where a.what = 'case.opened' order by a.id`.execute(portal.db)
      return rows
    }
    const before = await traces()
    const [ordinary, sensitive] = [await upload(), await upload()]
    await add('addfordonsskada', { AttachmentUploadBlobNames: [ordinary] })
    const { nummer: number } = (await add('addhotochvald', { AttachmentUploadBlobNames: [sensitive] })).body.result
    expect([await opened('monica', ordinary), await opened('monica', sensitive)]).toEqual([200, 404])
    expect(await traces()).toEqual(before)
    for (let times = 0; times < 2; times++) expect(await opened('eva', sensitive)).toBe(200)
    const trace = { by: 'eva', role: 'hr', about: 'anna', kind: 'case.avvikelser', number }
    expect(await traces()).toEqual([...before, trace])
  })

  test('belong to their report, in order, and are seen by those who may see it', async () => {
    const names = [await upload(), await upload(), await upload()].toReversed()
    await add('addfordonsskada', { AttachmentUploadBlobNames: names })
    expect((await list('anna'))[0].bilder).toEqual(names.map((name) => ({ name, shortName: 'Bild ett.jpg' })))
    const [name = ''] = names
    const seen = await Promise.all(['anna', 'cecilia', 'amina', 'samir', 'gunilla'].map((who) => image(who, name)))
    expect(seen).toEqual([200, 200, 404, 404, 404])
  })

  test('of another employee, of another report or without a file are refused with the report', async () => {
    const [theirs, claimed, lost, good] = [await upload('amina'), await upload(), await upload(), await upload()]
    await add('addhotochvald', { AttachmentUploadBlobNames: [claimed] })
    await rm(join(dataDir, 'blobs', 'deviations', lost.slice(0, 2), `${lost}.jpg`))
    const before = await count()
    for (const name of [theirs, claimed, lost]) {
      const { status, body } = await add('addhotochvald', { AttachmentUploadBlobNames: [good, name] })
      expect([status, Object.keys(body.modelState)]).toEqual([400, ['AttachmentUploadBlobNames']])
    }
    expect(await count()).toBe(before)
    expect((await add('addhotochvald', { AttachmentUploadBlobNames: [good] })).status).toBe(200)
  })

  test('uploaded again for a report whose answer was lost do not create a second report, also after they were removed', async () => {
    const headers = { 'idempotency-key': 'lost-answer-with-pictures' }
    const first = [await upload(), await upload()]
    const stored = await add('addhotochvald', { AttachmentUploadBlobNames: first }, { headers })
    const before = await count()
    portal.clock.now = new Date(portal.clock.now.getTime() + 20 * 3_600_000)
    const anew = [await upload(), await upload()]
    for (const names of [anew, first, []]) {
      const again = await add('addhotochvald', { AttachmentUploadBlobNames: names }, { headers })
      expect([again.status, again.body.result]).toEqual([200, stored.body.result])
    }
    expect(await count()).toBe(before)
    expect((await list('anna'))[0].bilder.map(({ name }: { name: string }) => name)).toEqual(first)
    expect((await add('addhotochvald', { Plats: 'En annan plats' }, { headers })).status).toBe(400)
    // The pictures uploaded again are still unclaimed, and another report may claim them.
    expect((await add('addhotochvald', { AttachmentUploadBlobNames: anew })).status).toBe(200)
  })

  test('of a report that waits for the store keep no other report waiting', async () => {
    const store = await slowStore()
    const other = { ...started, portal: await testPortal(store.settings) }
    const calls = reportCalls(() => other)
    try {
      const name = await calls.upload()
      const asked = store.asked()
      const waiting = calls.add('addhotochvald', { AttachmentUploadBlobNames: [name] })
      await asked
      expect((await calls.add('addarbetsmiljo', {}, { userName: 'cecilia' })).status).toBe(200)
      store.letGo()
      expect((await waiting).status).toBe(200)
    } finally {
      store.close()
      await other.portal.close()
    }
  })

  test('stay while a restore can be taken back: of what was before a report may have them', async () => {
    const old = await upload()
    portal.clock.now = new Date(portal.clock.now.getTime() + 86_400_000 + 1000)
    const aside = join(dataDir, 'postgres.before-restore')
    await mkdir(aside)
    await reportPictures(incidentPictures, platform()).removeUnclaimed()
    expect(await image('anna', old)).toBe(200)
    await rm(aside, { recursive: true })
    await reportPictures(incidentPictures, platform()).removeUnclaimed()
    expect(await image('anna', old)).toBe(404)
  })

  test('that no report has claimed are removed after a day, rows and files, and no others', async () => {
    const [old, kept] = [await upload(), await upload()]
    await add('addhotochvald', { AttachmentUploadBlobNames: [kept] })
    portal.clock.now = new Date(portal.clock.now.getTime() + 86_400_000 - 2000)
    const fresh = await upload()
    const tidy = () => reportPictures(incidentPictures, platform()).removeUnclaimed()
    await tidy()
    expect(await image('anna', old)).toBe(200)
    portal.clock.now = new Date(portal.clock.now.getTime() + 5000)
    // As if a process had been killed halfway: the picture is marked for removal, and one of its files is removed.
    await sql`update incident_pictures set doomed = true where name = ${old}`.execute(portal.db)
    await rm(join(dataDir, 'blobs', 'deviations', old.slice(0, 2), `${old}.jpg`))
    expect((await add('addhotochvald', { AttachmentUploadBlobNames: [old] })).status).toBe(400)
    await Promise.all([tidy(), tidy()])
    expect([await image('anna', old), await image('anna', kept), await image('anna', fresh)]).toEqual([404, 200, 200])
    const left = await readdir(join(dataDir, 'blobs'), { recursive: true })
    const names = new Set(left.filter((path) => path.endsWith('.jpg')).map((path) => basename(path).slice(0, 32)))
    const { rows } = await sql<{ name: string }>`select name from incident_pictures`.execute(portal.db)
    expect([...names].filter((name) => !rows.some((row) => row.name === name))).toEqual([])
    expect(names.has(kept)).toBe(true)
    expect(names.has(old)).toBe(false)
  })
})
