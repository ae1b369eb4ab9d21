// Hidden parts of photos: everybody sees the rest, and few may see the original.
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formOf } from '#core/pictures/server/form-fixture.ts'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import { readPortalConfig } from '../../../app/server/config.ts'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testNow } from '../../../app/server/test-template.ts'
import { vehicleFaults } from './index.ts'
import { redactionCalls, type RedactionPortal, redactionPortal } from './redaction-fixture.ts'

let started: RedactionPortal
let portal: TestPortal
let dataDir: string
beforeAll(async () => {
  started = await redactionPortal()
  ;({ portal, dataDir } = started)
})
afterAll(() => started.close())
beforeEach(() => {
  portal.clock.now = testNow
})
const { get, post, one, own, reported, show, original } = redactionCalls(() => portal)

describe('a photo', () => {
  /** A white picture, in which everything black has been hidden. */
  const white = () =>
    sharp({ create: { width: 1000, height: 500, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
  async function withPhoto(): Promise<{ number: string; name: string }> {
    const { headers, payload } = formOf({ name: 'file', fileName: 'dörr.jpg', content: await white() })
    const { body } = await portal.send('anna', 'POST', '/api/fordonskontroll/uploadimage', { headers, body: payload })
    const { name } = body.result
    return { number: await reported({ AttachmentUploadBlobNames: [name] }), name }
  }
  const cover = (userName: string, number: string, name: string, fields: object = {}, headers = {}) =>
    post(
      userName,
      'doljbild',
      {
        number,
        version: 0,
        name,
        rectangles: [{ x: 1000, y: 2000, width: 3000, height: 4000 }],
        why: 'Resenärens ansikte',
        ...fields,
      },
      headers,
    )
  const seen = (userName: string, name: string, size = 'stor') =>
    portal.send(userName, 'GET', `/api/fordonskontroll/image?name=${name}&storlek=${size}`)
  /** How light a picture is inside a place, 0 to 255. */
  async function lightAt(data: string, x: number, y: number): Promise<number> {
    const picture = sharp(Buffer.from(data, 'base64'))
    const { width, height } = await picture.metadata()
    const spot = { left: Math.round(x * width), top: Math.round(y * height), width: 2, height: 2 }
    const { channels } = await sharp(await picture.extract(spot).toBuffer()).stats()
    return channels[0]!.mean
  }

  test('is stored anew with black rectangles, in both sizes, and the old one is served to nobody', async () => {
    const { number, name } = await withPhoto()
    expect((await seen('amina', name)).status).toBe(200)
    expect((await cover('roger', number, name)).status).toBe(200)
    for (const userName of ['anna', 'amina'])
      expect([userName, (await seen(userName, name)).status]).toEqual([userName, 404])
    for (const userName of ['roger', 'monica'])
      expect((await get(userName, `bild?name=${name}&storlek=stor`)).status).toBe(404)
    const [report] = (await own()).filter((each) => each.number === number)
    // The original file name is removed too, since it may reveal what is hidden.
    expect(report?.attachments).toMatchObject([{ shortName: '' }])
    const left = report!.attachments[0]!.name
    expect(left).not.toBe(name)
    for (const size of ['stor', 'liten']) {
      const { data } = (await seen('amina', left, size)).body.result
      expect(await lightAt(data, 0.25, 0.4)).toBeLessThan(15)
      for (const [x, y] of [
        [0.05, 0.4],
        [0.45, 0.4],
        [0.25, 0.1],
        [0.25, 0.7],
      ] as const)
        expect(await lightAt(data, x, y)).toBeGreaterThan(240)
    }
    expect((await one('roger', number)).pictures).toMatchObject([{ name: left }])
    portal.clock.now = new Date(testNow.getTime() + 3_600_000)
    const config = readPortalConfig({ DATA_DIR: dataDir })
    await vehicleFaults.hourly?.({ ...(await testPlatform(portal)), config })
    expect(await blobStore(config).has(`vehicle-faults/${name.slice(0, 2)}/${name}.jpg`)).toBe(false)
    expect(await blobStore(config).has(`vehicle-faults/${left.slice(0, 2)}/${left}.jpg`)).toBe(true)
  })

  test('is kept as it was for the responsible, however often it is covered', async () => {
    const { number, name } = await withPhoto()
    await cover('roger', number, name)
    const [once] = (await one('roger', number)).pictures
    const rectangles = [{ x: 8000, y: 8000, width: 1000, height: 1000 }]
    expect((await cover('roger', number, once!.name, { version: 1, rectangles })).status).toBe(200)
    const [twice] = (await one('monica', number)).pictures
    const { redactions } = await one('monica', number)
    expect(redactions.map(({ part }) => part)).toEqual([`picture:${twice!.name}`])
    const { data } = (await get('monica', `bild?name=${twice!.name}&storlek=stor`)).body.result
    expect(await lightAt(data, 0.25, 0.4)).toBeLessThan(15)
    expect(await lightAt(data, 0.85, 0.85)).toBeLessThan(15)
    const { picture } = (await original('monica', number, redactions[0]!.part)).body.result
    expect(await lightAt(picture, 0.25, 0.4)).toBeGreaterThan(240)
    expect((await original('roger', number, redactions[0]!.part)).status).toBe(404)
  })

  test('is not read or made anew for whoever may not hide it', async () => {
    const { number, name } = await withPhoto()
    // Counted by a sequence, which a rolled-back transaction does not reset.
    await sql`create sequence made`.execute(portal.db)
    await sql`
      create function count_made() returns trigger language plpgsql as $$ begin perform nextval('made'); return new; end $$`.execute(
      portal.db,
    )
    await sql`create trigger counted before insert on fault_pictures for each row execute function count_made()`.execute(
      portal.db,
    )
    const made = async () =>
      (
        await sql<{
          made: number
        }>`select case when is_called then last_value else 0 end::int as made from made`.execute(portal.db)
      ).rows[0]?.made
    await giveRole(portal.db, 'sirpa', 'verkstad', { area: 'Kiruna' })
    const other = await withPhoto()
    const before = await made()
    expect((await cover('sirpa', number, name)).status).toBe(404)
    expect((await cover('roger', number, other.name)).status).toBe(404)
    expect((await cover('roger', 'F-999999', name)).status).toBe(404)
    expect(await made()).toBe(before)
    expect((await cover('roger', number, name)).status).toBe(200)
    expect(await made()).toBe(Number(before) + 1)
    await sql`drop trigger counted on fault_pictures`.execute(portal.db)
  })

  test('that somebody looks at what was there is told to its reporter, also after a change of company', async () => {
    const { number, name } = await withPhoto()
    await cover('roger', number, name)
    const { redactions } = await one('monica', number)
    await original('monica', number, redactions[0]!.part)
    const openings = async () => (await portal.send('anna', 'GET', '/api/user/profile/oppningar')).body.result
    const [latest] = await openings()
    expect(latest).toMatchObject({ role: 'Områdeschef', number, uncovered: true, revealed: false, account: null })
    const move = async (to: string, employeeNumber: string) => {
      await sql`update employees set company = ${to}, number = ${employeeNumber} where user_name = 'anna'`.execute(
        portal.db,
      )
      portal.clock.now = new Date(portal.clock.now.getTime() + 31_000)
    }
    const { rows } = await sql<{ number: string }>`select number from employees where user_name = 'anna'`.execute(
      portal.db,
    )
    await move('vast', '99001')
    expect((await openings())[0]).toEqual(latest)
    await move('norr', rows[0]!.number)
  })

  test('is covered once for a key, and only by whoever handles its own case', async () => {
    const { number, name } = await withPhoto()
    const headers = { 'idempotency-key': 'redaction-0002' }
    expect((await cover('emil', number, name)).status).toBe(403)
    const other = await withPhoto()
    expect((await cover('roger', number, other.name)).status).toBe(404)
    expect((await cover('roger', number, name, { version: 3 })).status).toBe(409)
    expect((await seen('amina', name)).status).toBe(200)
    const files = async () =>
      (await sql`select from fault_pictures where fault_id is null and not doomed`.execute(portal.db)).rows.length
    const before = await files()
    expect((await cover('roger', number, name, {}, headers)).status).toBe(200)
    expect((await cover('roger', number, name, {}, headers)).status).toBe(200)
    expect([(await one('roger', number)).version, await files()]).toEqual([1, before])
  })

  test('is shown as it was again, and the covered one goes', async () => {
    const { number, name } = await withPhoto()
    await cover('roger', number, name)
    const [covered] = (await one('roger', number)).pictures
    const part = `picture:${covered!.name}`
    expect((await show('roger', number, { part })).status).toBe(404)
    const headers = { 'idempotency-key': 'redaction-0004' }
    expect((await show('monica', number, { part }, headers)).status).toBe(200)
    expect((await show('monica', number, { part }, headers)).status).toBe(200)
    const { pictures, redactions } = await one('monica', number)
    expect(redactions).toEqual([])
    const { data } = (await seen('amina', pictures[0]!.name)).body.result
    expect(await lightAt(data, 0.25, 0.4)).toBeGreaterThan(240)
    expect((await seen('amina', covered!.name)).status).toBe(404)
  })
})
