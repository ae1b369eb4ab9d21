import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { distinctLines } from '#platform/contract/lines.ts'
import type { Assignment, Trip } from '../contract.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { makeMonths } from './duty-months.ts'
import { testNow } from '../../../app/server/test-template.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = testNow
})

const current = async (userName: string) => (await portal.send(userName, 'GET', '/api/bpl/aktuelltuppdrag')).body.result
const accept = (userName: string, body: unknown) => portal.send(userName, 'POST', '/api/bpl/schema/accept', { body })

describe('the current assignment', () => {
  test('is the run under way, otherwise the next one, at any hour', async () => {
    for (let hour = 0; hour < 48; hour++) {
      portal.clock.now = new Date(testNow.getTime() + hour * 3_600_000)
      const duty = await current('anna')
      expect(duty).toMatchObject({ canBekrafta: true, bekraftad: false })
      const wallClock = new Intl.DateTimeFormat('sv-SE', {
        timeZone: 'Europe/Stockholm',
        dateStyle: 'short',
        timeStyle: 'medium',
      }).format(portal.clock.now)
      expect(duty.sluttid > wallClock.replace(' ', 'T')).toBe(true)
    }
  })

  test('is the shorter of two runs only while it is under way too', async () => {
    const employee = sql`(select id from employees where user_name = 'cecilia')`
    // Sweden is an hour ahead of UTC in January.
    const run = (name: string, from: string, to: string) => sql`
      insert into duties (feed_id, employee_id, service_date, service_id, run, content_hash, description, starts_at,
        ends_at, ends_instant, start_place, end_place, vehicle)
      select feed_id, ${employee}, '2027-01-15', 'nested', ${name}, ${name}, ${name}, ${`2027-01-15T${from}:00`}::timestamp,
        ${`2027-01-15T${to}:00`}::timestamp, ${`2027-01-15T${to}:00+01:00`}, '', '', ''
      from duties limit 1`
    await makeMonths(portal.db, ['2027-01-15'])
    await run('beredskap', '06:00', '18:00').execute(portal.db)
    await run('kort', '08:00', '10:00').execute(portal.db)
    const at = async (time: string) => {
      portal.clock.now = new Date(`2027-01-15T${time}:00+01:00`)
      return [time, (await current('cecilia')).tjanst]
    }
    expect([await at('05:00'), await at('07:00'), await at('09:00'), await at('11:00')]).toEqual([
      ['05:00', 'beredskap'],
      ['07:00', 'beredskap'],
      ['09:00', 'kort'],
      ['11:00', 'beredskap'],
    ])
    await sql`delete from duties where service_id = 'nested'`.execute(portal.db)
  })

  test('is confirmed, confirmed again and unconfirmed', async () => {
    const { passStartSchemapostId: id } = await current('anna')
    expect(await accept('anna', { schemaPostId: id, undo: false })).toMatchObject({
      status: 200,
      body: { result: { status: 'OK' } },
    })
    const { rows: first } = await sql<{ at: Date }>`select confirmed_at as at from duties where id = ${id}`.execute(
      portal.db,
    )
    portal.clock.now = new Date(testNow.getTime() + 5000)
    await Promise.all(Array.from({ length: 20 }, () => accept('anna', { schemaPostId: id, undo: false })))
    const { rows: again } = await sql<{ at: Date }>`select confirmed_at as at from duties where id = ${id}`.execute(
      portal.db,
    )
    expect(again).toEqual(first)
    expect(await current('anna')).toMatchObject({
      bekraftad: true,
      canBekrafta: true,
      bekraftadTid: wallClockIn('Europe/Stockholm', testNow),
    })
    await accept('anna', { schemaPostId: id, undo: true })
    expect(await current('anna')).toMatchObject({ bekraftad: false, bekraftadTid: null })
  })

  test('a confirmation sent again with the same key has no effect, even after it was withdrawn', async () => {
    const { passStartSchemapostId: id } = await current('anna')
    const headers = { 'idempotency-key': 'confirmed-in-a-tunnel' }
    const send = () =>
      portal.send('anna', 'POST', '/api/bpl/schema/accept', { body: { schemaPostId: id, undo: false }, headers })
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await accept('anna', { schemaPostId: id, undo: true })
    expect((await send()).body.result).toEqual(answers[0]?.body.result)
    expect(await current('anna')).toMatchObject({ bekraftad: false })
  })

  test('of another employee or nobody is the same 404, and is unchanged', async () => {
    const { passStartSchemapostId: theirs } = await current('gunilla')
    const foreign = await accept('anna', { schemaPostId: theirs, undo: false })
    const absent = await accept('anna', { schemaPostId: 987_654_321, undo: false })
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body, timestamp: '' }).toEqual({ ...absent.body, timestamp: '' })
    expect(await current('gunilla')).toMatchObject({ bekraftad: false })
  })

  test('is refused with modelState once it has ended, and stays as it was', async () => {
    const { passStartSchemapostId: id } = await current('bertil')
    portal.clock.now = new Date(testNow.getTime() + 5 * 86_400_000)
    const { status, body } = await accept('bertil', { schemaPostId: id, undo: false })
    expect([status, Object.keys(body.modelState)]).toEqual([400, ['schemaPostId']])
    const { rows } = await sql`select confirmed_at from duties where id = ${id}`.execute(portal.db)
    expect(rows).toEqual([{ confirmed_at: null }])
  })

  test.each([
    [{}, ['schemaPostId', 'undo']],
    [{ schemaPostId: '1', undo: false }, ['schemaPostId']],
    [{ schemaPostId: 1.5, undo: false }, ['schemaPostId']],
    [{ schemaPostId: -1, undo: false }, ['schemaPostId']],
    [{ schemaPostId: 1e300, undo: false }, ['schemaPostId']],
    [{ schemaPostId: 1, undo: 'nej' }, ['undo']],
    [{ schemaPostId: 1, undo: false, employeeId: 'x' }, ['employeeId']],
  ])('refuses %j', async (body, fields) => {
    const answer = await accept('anna', body)
    expect([answer.status, Object.keys(answer.body.modelState).sort()]).toEqual([400, fields])
  })
})

describe('the assignments of a day', () => {
  const day = (date: string) => portal.send('anna', 'GET', `/api/bpl/uppdrag?date=${encodeURIComponent(date)}`)

  test('are all run events of the service date, in order, positioning and breaks included', async () => {
    const { body } = await day('2026-11-21')
    const [group] = body.result
    expect(body.result).toHaveLength(1)
    expect(group.datum).toBe('2026-11-21')
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from duty_events e join employees p on p.id = e.employee_id
      where p.user_name = 'anna' and e.service_date = '2026-11-21'`.execute(portal.db)
    expect(group.uppdrag).toHaveLength(rows[0]?.count ?? -1)
    const starts = group.uppdrag.map(({ starttid }: { starttid: string }) => starttid)
    expect(starts).toEqual(starts.toSorted())
    expect(
      new Set(group.uppdrag.map(({ ejFramAterkorning }: { ejFramAterkorning: boolean }) => ejFramAterkorning)).size,
    ).toBe(2)
  })

  test('each has its kind, a trip with passengers its line, and the duty their sum', async () => {
    const events: Assignment[] = (await day('2026-11-21')).body.result[0].uppdrag
    for (const { slag, linje, ejFramAterkorning, beskrivning } of events) {
      expect([beskrivning, slag === 'tur', linje !== null]).toEqual([beskrivning, ejFramAterkorning, ejFramAterkorning])
      if (linje) expect(beskrivning).toContain(`Linjekörning ${linje.namn} mot`)
    }
    const slagOf = (word: string) => [...new Set(events.filter((e) => e.beskrivning === word).map(({ slag }) => slag))]
    expect([slagOf('Rast'), slagOf('Tomkörning'), slagOf('Tjänstestart')]).toEqual([
      ['rast'],
      ['tomkorning'],
      ['annat'],
    ])
    const duty = await current('anna')
    const ofDuty: Assignment[] = (await day(duty.datum)).body.result[0].uppdrag
    expect(duty.linjer).toEqual(distinctLines(ofDuty.flatMap(({ linje }) => linje ?? [])))
    expect(duty.raster).toEqual(
      ofDuty
        .filter(({ beskrivning }) => beskrivning === 'Rast')
        .map(({ starttid, sluttid }) => ({ starttid, sluttid })),
    )
    expect(duty.raster.length).toBeGreaterThan(0)
  })

  test('are found by an instant in the company’s zone', async () => {
    expect((await day('2026-11-20T23:00:00.000Z')).body.result[0].datum).toBe('2026-11-21')
    expect((await day('2026-11-20T22:59:59.000Z')).body.result[0].datum).toBe('2026-11-20')
    expect((await day('2026-11-21T00:00:00+01:00')).body.result[0].datum).toBe('2026-11-21')
    expect((await day('2026-11-21T23:30:00')).body.result[0].datum).toBe('2026-11-21')
  })

  test('come for two weeks in one answer, each day as when requested alone, and only the employee’s own', async () => {
    const ahead = (userName: string, dagar: string) =>
      portal.send(userName, 'GET', `/api/bpl/uppdrag?date=2026-11-21&dagar=${dagar}`)
    const { body } = await ahead('anna', '15')
    const dates = body.result.map(({ datum }: { datum: string }) => datum)
    expect(dates.length).toBeGreaterThan(5)
    expect([dates.at(0) >= '2026-11-21', dates.at(-1) <= '2026-12-05']).toEqual([true, true])
    for (const group of body.result) expect((await day(group.datum)).body.result).toEqual([group])
    const idsOf = (result: { uppdrag: { id: number }[] }[]) =>
      result.flatMap(({ uppdrag }) => uppdrag.map(({ id }) => id))
    const own = new Set(idsOf(body.result))
    expect(idsOf((await ahead('gunilla', '15')).body.result).filter((id) => own.has(id))).toEqual([])
    for (const wrong of ['0', '16', '-1', '1.5', '999', 'x', '']) {
      const refused = await ahead('anna', wrong)
      expect([wrong, refused.status, Object.keys(refused.body.modelState)]).toEqual([wrong, 400, ['dagar']])
    }
  })

  test('are an empty list on a day without duty', async () => {
    expect((await day('2023-01-01')).body.result).toEqual([])
  })

  test.each(['', '2026-13-01', '2026-02-30', '21/11', "2026-11-21'--", '2026-11-21\u0000', 'idag'])(
    'refuse %j',
    async (date) => {
      const { status, body } = await day(date)
      expect([status, body.result]).toEqual([400, null])
    },
  )

  test('refuse a missing date', async () => {
    const { status, body } = await portal.send('anna', 'GET', '/api/bpl/uppdrag')
    expect([status, Object.keys(body.modelState)]).toEqual([400, ['date']])
  })
})

describe('a trip in full', () => {
  const trip = (userName: string, id: number | string) =>
    portal.send(userName, 'GET', `/api/bpl/tur?uppdragId=${encodeURIComponent(id)}`)
  const eventsOf = async (userName: string, date: string): Promise<Assignment[]> =>
    (await portal.send(userName, 'GET', `/api/bpl/uppdrag?date=${date}`)).body.result[0].uppdrag

  test('has its stops with times, from the first departure to the last arrival, and where they are', async () => {
    const events = await eventsOf('anna', '2026-11-21')
    const drives = events.filter(({ slag }) => slag === 'tur' || slag === 'tomkorning')
    expect(drives.length).toBeGreaterThan(3)
    expect(events.filter(({ harTur }) => harTur)).toEqual(drives)
    for (const event of drives) {
      const { status, body } = await trip('anna', event.id)
      const { hallplatser, start, slut, datum } = body.result as Trip
      expect([status, datum]).toEqual([200, '2026-11-21'])
      expect(hallplatser.length).toBeGreaterThanOrEqual(event.slag === 'tur' ? 4 : 2)
      const [first, last] = [hallplatser[0], hallplatser.at(-1)]
      expect([first?.namn, first?.avgang]).toEqual([event.startplats, event.turStarttid])
      expect([last?.namn, last?.ankomst]).toEqual([event.slutplats, event.sluttid])
      const times = hallplatser.map(({ avgang }) => avgang ?? '')
      expect(times).toEqual(times.toSorted())
      expect([start.namn, slut.namn]).toEqual([event.startplats, event.slutplats])
      for (const { lat, lon } of [start, slut]) expect([Math.floor(lat ?? 0), Math.floor(lon ?? 0)]).toEqual([63, 20])
    }
  })

  test('says by number which duty has the bus before and after, the same from both sides', async () => {
    const { rows } = await sql<{ user_name: string; run: string; id: number; bus: Pick<Trip, 'fore' | 'efter'> }>`
      select p.user_name, e.run, e.id, e.bus from duty_events e join employees p on p.id = e.employee_id
      where e.service_date = '2026-11-23' and p.company = 'norr' and e.bus is not null`.execute(portal.db)
    const leaves = rows.filter(({ bus }) => bus.efter)
    expect(leaves.length).toBeGreaterThan(3)
    for (const { user_name, run, id, bus } of leaves) {
      expect((await trip(user_name, id)).body.result).toMatchObject(bus)
      const takers = rows.filter((row) => row.run === bus.efter?.tjanst)
      // A driver who is off that day has no rows.
      if (takers.length > 0) expect(takers.some((row) => row.bus.fore?.tjanst === run)).toBe(true)
    }
    const { body } = await trip(leaves[0]?.user_name ?? '', leaves[0]?.id ?? 0)
    expect(Object.keys(body.result.efter)).toEqual(['tjanst', 'tid'])
  })

  test('of an event without a trip is where it is', async () => {
    const start = (await eventsOf('anna', '2026-11-21')).find(({ slag }) => slag === 'annat')
    const { body } = await trip('anna', start?.id ?? 0)
    expect(body.result).toMatchObject({ hallplatser: [], start: { namn: 'Depå Umeå', lat: 63.8282, lon: 20.3003 } })
  })

  test('of another employee, another company or nobody is the same 404', async () => {
    const { rows } = await sql<{ id: number }>`
      select min(e.id) as id from duty_events e join employees p on p.id = e.employee_id
      where p.user_name in ('gunilla', 'bertil') group by p.user_name`.execute(portal.db)
    expect(rows).toHaveLength(2)
    for (const id of [...rows.map((row) => row.id), 987_654_321]) {
      const { status, body } = await trip('anna', id)
      expect([status, { ...body, timestamp: '' }]).toEqual([404, { ...(await trip('anna', 1e14)).body, timestamp: '' }])
    }
  })

  test.each(['', '0', '-1', '1.5', 'x', '1e3', '9'.repeat(20)])('refuses %j', async (id) => {
    const { status, body } = await trip('anna', id)
    expect([status, Object.keys(body.modelState)]).toEqual([400, ['uppdragId']])
  })
})

describe('reporting back', () => {
  const report = (userName: string, body: unknown) => portal.send(userName, 'POST', '/api/bpl/aterrapportera', { body })
  const firstEvent = async () =>
    (await portal.send('anna', 'GET', '/api/bpl/uppdrag?date=2026-11-20')).body.result[0].uppdrag[0]

  test('is stored with the duty, once', async () => {
    const event = await firstEvent()
    const body = { uppdragId: event.id, starttid: event.starttid, sluttid: event.sluttid, notering: ' Sen från depån ' }
    await Promise.all(Array.from({ length: 5 }, () => report('anna', body)))
    expect((await firstEvent()).aterrapporterad).toEqual({ ...body, uppdragId: undefined, notering: 'Sen från depån' })
  })

  test('refuses what has not begun, an end before the start, and another’s', async () => {
    const event = await firstEvent()
    const good = { uppdragId: event.id, starttid: event.starttid, sluttid: event.sluttid, notering: '' }
    const later = (await portal.send('anna', 'GET', '/api/bpl/uppdrag?date=2026-11-24')).body.result[0].uppdrag[0]
    expect((await report('anna', { ...good, uppdragId: later.id })).body.modelState).toHaveProperty('uppdragId')
    // The date is near enough not to be refused for its year.
    const tooEarly = await report('anna', { ...good, sluttid: '2026-11-19T00:00:00' })
    expect(tooEarly.body.modelState).toEqual({ sluttid: ['Sluttiden kan inte vara före starttiden.'] })
    expect((await report('anna', { ...good, notering: 'a\u0000' })).body.modelState).toHaveProperty('notering')
    expect((await report('anna', { ...good, notering: '\ud800' })).body.modelState).toHaveProperty('notering')
    expect((await report('bertil', good)).status).toBe(404)
  })
})

describe('the link token', () => {
  test('is signed and short-lived where the variant has a scheduling system', async () => {
    const { body } = await portal.send('gunilla', 'GET', '/api/bpl/linktoken/', { host: 'vast.localhost' })
    const payload = JSON.parse(atob(body.result.token.split('.')[1]))
    expect(payload.exp - payload.iat).toBeLessThanOrEqual(300)
    expect(body.result.bplBaseUrl).toMatch(/^https:/)
  })

  test('is null in other variants, with and without the slash', async () => {
    for (const path of ['/api/bpl/linktoken/', '/api/bpl/linktoken']) {
      const { status, body } = await portal.send('anna', 'GET', path)
      expect([status, body.result]).toEqual([200, { token: null, bplBaseUrl: null }])
    }
  })
})
