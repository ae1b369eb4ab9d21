// Hidden words: everybody reads the rest, and few may see the original.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { testNow } from '../../../app/server/test-template.ts'
import { redactionCalls, type RedactionPortal, redactionPortal, said } from './redaction-fixture.ts'

let started: RedactionPortal
let portal: TestPortal
beforeAll(async () => {
  started = await redactionPortal()
  ;({ portal } = started)
})
afterAll(() => started.close())
beforeEach(() => {
  portal.clock.now = testNow
})
const { get, post, one, own, reported, hide, show, original } = redactionCalls(() => portal)

/** All answers about a fault, to everybody who may read it. */
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

test('of what has happened to a case nothing changes but words that are hidden, and who is erased', async () => {
  const number = await reported()
  await post('roger', 'svara', { number, version: 0, state: 'Bedömd', text: 'Vi ringer Kalle.', asks: false })
  const events = async () => {
    const { rows } = await sql`
      select e.* from case_events e join cases c on c.company = e.company and c.kind = e.kind and c.id = e.case_id
      where c.number = ${number} and c.kind = 'fel' order by e.seq`.execute(portal.db)
    return rows
  }
  const before = await events()
  const change = (what: ReturnType<typeof sql>) =>
    sql`update case_events e set ${what} from cases c where c.company = e.company and c.kind = e.kind and c.id = e.case_id
      and c.number = ${number} and c.kind = 'fel'`.execute(portal.db)
  for (const what of [
    sql`seq = 7`,
    sql`at = now()`,
    sql`type = 'noted'`,
    sql`public = false`,
    sql`by_id = (select id from employees where user_name = 'anna')`,
    sql`body = body || '{"to": "Klar"}'`,
    sql`body = body || '{"since": "2026-11-01T00:00:00Z"}'`,
  ])
    await expect(change(what)).rejects.toThrow('only words are hidden')
  await expect(sql`truncate case_events`.execute(portal.db)).rejects.toThrow('not emptied')
  expect(await events()).toEqual(before)
  await change(sql`by_id = null, body = body || '{"text": "Vi ringer ████."}'`)
  expect(await events()).toMatchObject([{ by_id: null, body: { to: 'Bedömd', text: 'Vi ringer ████.' } }])
})
