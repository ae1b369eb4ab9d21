// Names and parts of photos that are hidden: everybody reads what is left, and few see what was there.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Case } from '#core/cases/contract.ts'
import { formOf } from '#core/pictures/server/form-fixture.ts'
import type { Platform } from '#platform/server/area.ts'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import { readPortalConfig } from '../../../app/server/config.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { testNow } from '../../../app/server/test-template.ts'
import type { OwnFaultReport } from '../contract.ts'
import { vehicleFaults } from './index.ts'

let portal: TestPortal
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-redaction-'))
  portal = await testPortal({ DATA_DIR: dataDir })
  await sql`delete from role_assignments`.execute(portal.db)
  await giveRole(portal.db, 'roger', 'verkstad')
  await giveRole(portal.db, 'monica', 'omradeschef', { area: 'Umeå' })
  await giveRole(portal.db, 'ulrika', 'omradeschef', { area: 'Skellefteå' })
  await giveRole(portal.db, 'emil', 'trafikledare')
  await giveRole(portal.db, 'bengt', 'omradeschef')
})
afterAll(async () => {
  await portal.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  portal.clock.now = testNow
})

const at = (path: string) => `/api/kontor/arenden/fel/${path}`
const get = (userName: string, path: string) => portal.send(userName, 'GET', at(path))
const post = (userName: string, path: string, body: object, headers = {}) =>
  portal.send(userName, 'POST', at(path), { body, headers })
const one = async (userName: string, number: string): Promise<Case> =>
  (await get(userName, `arende?nummer=${number}`)).body.result
const own = async (userName = 'anna'): Promise<OwnFaultReport[]> =>
  (await portal.send(userName, 'GET', '/api/fordonskontroll/mina')).body.result.items
const said = 'Kalle Karlsson slog sönder dörr 2'
async function reported(fields: object = {}): Promise<string> {
  const body = { faultCategoryNumber: 1, vehicleNumber: '2116', text: said, ...fields }
  expect((await portal.send('anna', 'POST', '/api/fordonskontroll/addfault', { body })).status).toBe(200)
  return (await own()).toSorted((a, b) => Number(b.number.slice(2)) - Number(a.number.slice(2)))[0]!.number
}
const hide = (userName: string, number: string, fields: object) =>
  post(userName, 'dolj', {
    number,
    version: 0,
    part: 'text',
    from: 0,
    words: 'Kalle Karlsson',
    why: 'Namn på en resenär',
    ...fields,
  })
const show = (userName: string, number: string, fields: object = {}, headers = {}) =>
  post(userName, 'visaigen', { number, version: 1, part: 'text', why: 'Fel ord var markerat', ...fields }, headers)
const original = (userName: string, number: string, part = 'text') =>
  get(userName, `original?nummer=${number}&del=${encodeURIComponent(part)}`)
/** Everything that the portal tells about a fault, to whoever may ask. */
async function everywhere(number: string): Promise<string> {
  const answers = await Promise.all([
    get('roger', `arende?nummer=${number}`),
    get('roger', 'lista?vy=oppna'),
    get('roger', 'tabell?vy=oppna'),
    portal.send('anna', 'GET', '/api/fordonskontroll/mina'),
    portal.send('amina', 'GET', '/api/fordonskontroll/faultreports?vehicleNo=2116'),
    portal.send('anna', 'GET', `/api/search?q=${number}`),
  ])
  return JSON.stringify(answers.map(({ body }) => body))
}

describe('words', () => {
  test('are gone wherever the report is read, and the history says who hid them and why', async () => {
    const number = await reported()
    expect(await everywhere(number)).toContain('Kalle')
    expect((await hide('roger', number, {})).status).toBe(200)
    const all = await everywhere(number)
    expect(all).not.toContain('Kalle')
    expect(all).toContain('████ slog sönder dörr 2')
    const sought = await portal.send('roger', 'GET', `/api/kontor/sok?q=Karlsson`)
    expect(sought.body.result.rows.map((row: { number: string }) => row.number)).not.toContain(number)
    const found = await one('roger', number)
    expect(found.text).toBe('████ slog sönder dörr 2')
    expect(found.redactions).toMatchObject([{ part: 'text', by: 'Roger Granström', why: 'Namn på en resenär' }])
    expect(found.events.at(-1)).toMatchObject({ type: 'redacted', public: false, text: 'Namn på en resenär' })
    const { rows } = await sql<{ whole: string }>`
      select string_agg(row_to_json(a)::text, '') as whole from audit a where object_id = ${number}`.execute(portal.db)
    expect(rows[0]!.whole).toContain('case.redacted')
    expect(rows[0]!.whole).not.toContain('Kalle')
  })

  test('are seen by the responsible of the area only, who is recorded', async () => {
    const number = await reported()
    await hide('roger', number, {})
    const absent = await original('monica', 'F-999999')
    for (const [userName, what] of [
      ['roger', 'text'],
      ['ulrika', 'text'],
      ['emil', 'text'],
      ['bengt', 'text'],
      ['monica', 'event:1'],
    ] as const) {
      const { status, body } = await original(userName, number, what)
      expect([userName, status, body.errorMessage]).toEqual([userName, 404, absent.body.errorMessage])
    }
    expect((await original('anna', number)).status).toBe(403)
    expect([(await one('roger', number)).reveals, (await one('monica', number)).reveals]).toEqual([false, true])
    expect((await original('monica', number)).body.result).toEqual({ text: said, picture: null })
    const { rows } = await sql<{ by: string; about: string }>`
      select b.user_name as by, w.user_name as about from audit a join employees b on b.id = a.by_id
        join employees w on w.id = a.about_id
      where a.what = 'case.uncovered' and a.object_id = ${number}`.execute(portal.db)
    expect(rows).toEqual([{ by: 'monica', about: 'anna' }])
  })

  test('are hidden where they were marked, or not at all', async () => {
    const number = await reported()
    expect((await hide('emil', number, {})).status).toBe(403)
    expect((await hide('bengt', number, {})).status).toBe(403)
    expect((await hide('roger', number, { from: 1 })).status).toBe(409)
    expect((await hide('roger', number, { version: 5 })).status).toBe(409)
    expect((await hide('roger', number, { part: 'detail:Vittnen' })).status).toBe(404)
    expect((await hide('roger', number, { why: ' ' })).status).toBe(400)
    expect((await one('roger', number)).text).toBe(said)
    await hide('roger', number, {})
    const again = { version: 1, words: '████' }
    expect((await hide('roger', number, again)).status).toBe(400)
    expect((await hide('roger', number, { version: 1, from: 5, words: 'slog sönder' })).status).toBe(200)
    expect((await one('roger', number)).text).toBe('████ ████ dörr 2')
    expect((await original('monica', number)).body.result.text).toBe(said)
  })

  test('are whole characters, of a text that the report has', async () => {
    const number = await reported({ text: 'Hej 😀 du' })
    for (const part of ['constructor', '__proto__', 'detail:x'])
      expect([part, (await hide('roger', number, { part, words: 'Hej' })).status]).toEqual([part, 404])
    const half = await hide('roger', number, { words: 'Hej \ud83d' })
    expect([half.status, half.body.modelState]).toEqual([400, { words: ['Markera hela tecknet.'] }])
    const rest = await hide('roger', number, { from: 5, words: '\ude00 du' })
    expect(rest.status).toBe(400)
    expect((await one('roger', number)).text).toBe('Hej 😀 du')
  })

  test('of what the office wrote are hidden from the reporter too, and in the cases merged with it', async () => {
    const [first, second] = [await reported(), await reported()]
    await post('roger', 'slaihop', { number: second, version: 0, into: first })
    const { version } = await one('roger', first)
    const text = 'Vi har talat med Kalle Karlsson.'
    await post('roger', 'svara', { number: first, version, state: 'Bedömd', text, asks: false })
    const after = await one('roger', first)
    const part = `event:${after.events.at(-1)!.seq}`
    const hidden = await hide('roger', first, { version: after.version, part, from: 17, words: 'Kalle Karlsson' })
    expect(hidden.status).toBe(200)
    const reports = (await own()).filter(({ number }) => number === first || number === second)
    expect(reports.map(({ reason, steps }) => [reason, steps.at(-1)?.reason])).toEqual([
      ['Vi har talat med ████.', 'Vi har talat med ████.'],
      ['Vi har talat med ████.', 'Vi har talat med ████.'],
    ])
    expect((await original('monica', first, part)).body.result.text).toBe(text)
  })

  test('are hidden once for a key', async () => {
    const number = await reported()
    const headers = { 'idempotency-key': 'redaction-0001' }
    const body = { number, version: 0, part: 'text', from: 0, words: 'Kalle', why: 'Namn' }
    expect((await post('roger', 'dolj', body, headers)).status).toBe(200)
    expect((await post('roger', 'dolj', body, headers)).status).toBe(200)
    expect((await one('roger', number)).version).toBe(1)
  })

  test('are shown again by whoever may see them, with a reason that stays', async () => {
    const number = await reported()
    await hide('roger', number, {})
    expect((await show('roger', number)).status).toBe(404)
    expect((await show('ulrika', number)).body.errorMessage).toBe((await show('monica', 'F-999999')).body.errorMessage)
    expect((await show('anna', number)).status).toBe(403)
    expect((await show('monica', number, { why: ' ' })).body.modelState).toHaveProperty('why')
    expect((await show('monica', number, { version: 0 })).status).toBe(409)
    expect((await show('monica', number, { part: 'event:1' })).status).toBe(404)
    expect((await one('monica', number)).text).toBe('████ slog sönder dörr 2')
    const headers = { 'idempotency-key': 'redaction-0003' }
    expect((await show('monica', number, {}, headers)).status).toBe(200)
    expect((await show('monica', number, {}, headers)).status).toBe(200)
    const found = await one('roger', number)
    expect([found.text, found.redactions]).toEqual([said, []])
    expect(found.events.at(-1)).toMatchObject({
      type: 'shown',
      public: false,
      by: 'Monica Stenlund',
      to: 'texten i anmälan',
      text: 'Fel ord var markerat',
    })
    const sought = await portal.send('roger', 'GET', `/api/kontor/sok?q=Karlsson`)
    expect(sought.body.result.rows.map((row: { number: string }) => row.number)).toContain(number)
    const { rows } = await sql<{ whole: string }>`
      select string_agg(concat(a.what, ' ', a.by_role, row_to_json(a)), '') as whole from audit a
      where a.object_id = ${number} and a.what = 'case.shown'`.execute(portal.db)
    expect(rows[0]!.whole).toContain('case.shown omradeschef')
    expect(rows[0]!.whole).not.toContain('Kalle')
  })

  test('of an answer are shown again in the cases merged with it too', async () => {
    const [first, second] = [await reported(), await reported()]
    await post('roger', 'slaihop', { number: second, version: 0, into: first })
    const text = 'Vi har talat med Kalle Karlsson.'
    const { version } = await one('roger', first)
    await post('roger', 'svara', { number: first, version, state: 'Bedömd', text, asks: false })
    const after = await one('roger', first)
    const part = `event:${after.events.at(-1)!.seq}`
    await hide('roger', first, { version: after.version, part, from: 17, words: 'Kalle Karlsson' })
    expect((await show('monica', first, { version: after.version + 1, part })).status).toBe(200)
    const reports = (await own()).filter(({ number }) => number === first || number === second)
    expect(reports.map(({ reason, steps }) => [reason, steps.at(-1)?.reason])).toEqual([
      [text, text],
      [text, text],
    ])
    expect((await one('monica', second)).redactions).toEqual([])
  })

  test('go with the case, when it is forgotten', async () => {
    const number = await reported()
    await hide('roger', number, {})
    await post('roger', 'svara', { number, version: 1, state: 'Klar', text: '', asks: false })
    const { rows: found } = await sql<{ id: number }>`
      select c.id from cases c where c.number = ${number} and c.company = 'norr'`.execute(portal.db)
    const left = async () =>
      (await sql`select from case_originals where kind = 'fel' and case_id = ${found[0]!.id}`.execute(portal.db)).rows
        .length
    expect(await left()).toBe(1)
    await sql`delete from cases where number = ${number} and company = 'norr'`.execute(portal.db)
    expect(await left()).toBe(0)
  })
})

describe('a photo', () => {
  /** White, so that what is black has been made so. */
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
    expect(report?.attachments).toMatchObject([{ shortName: 'dörr.jpg' }])
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
    await vehicleFaults.hourly?.({ db: portal.db, clock: () => portal.clock.now, config } as Platform)
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
    // Counted by a sequence, which no transaction takes back.
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
