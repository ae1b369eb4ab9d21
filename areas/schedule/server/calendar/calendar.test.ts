// The subscribed calendar is read back by another implementation (node-ical), and its time zone by a third.
import { sql } from 'kysely'
import ical, { type VEvent } from 'node-ical'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#platform/contract/wall-clock.ts'
import { testPortal, type TestPortal } from '../../../../app/server/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const minutesPass = (minutes: number) => (portal.clock.now = new Date(portal.clock.now.getTime() + minutes * 60_000))

const share = async (userName: string, visar = 'linje', nyAdress = false) =>
  (await portal.send(userName, 'POST', '/api/bpl/kalender', { body: { visar, nyAdress } })).body.result

const pathOf = (address: string) => new URL(address).pathname

interface Fetch {
  readonly host?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'HEAD'
}

function fetchPath(path: string, { host = 'localhost', headers = {}, method = 'GET' }: Fetch = {}) {
  return portal.app.inject({ method, url: path, headers: { host, ...headers } })
}

async function read(path: string): Promise<VEvent[]> {
  const { statusCode, body } = await fetchPath(path)
  expect(statusCode).toBe(200)
  return eventsIn(body)
}

const eventsIn = (text: string) =>
  Object.values(ical.sync.parseICS(text)).filter((part): part is VEvent => part?.type === 'VEVENT')

const idOf = async (userName: string) => {
  const { rows } = await sql<{ id: string }>`select id from employees where user_name = ${userName}`.execute(portal.db)
  return rows[0]!.id
}

/** Gives an employee a duty. Its times are in Stockholm's time zone, as the import stores them. */
async function addDuty(
  userName: string,
  {
    date,
    run = '900',
    starts,
    ends,
    zone = ['', ''],
  }: Record<'date' | 'starts' | 'ends', string> & {
    run?: string
    zone?: [string, string]
  },
): Promise<void> {
  const instant = (time: string, offset: string) =>
    offset ? sql`${`${time}${offset}`}::timestamptz` : sql`${time}::timestamp at time zone 'Europe/Stockholm'`
  await sql`select make_duty_month(${date}::date)`.execute(portal.db)
  await sql`
    insert into duties (feed_id, employee_id, service_date, service_id, run, content_hash, description, starts_at, ends_at,
      starts_instant, ends_instant, start_place, end_place, vehicle)
    select (select min(id) from feeds where company = e.company), e.id, ${date}, 'test', ${run}, ${`${starts} ${ends}`},
      ${`Tjänst ${run}, linje 7`}, ${starts}, ${ends}, ${zone[0] ? instant(starts, zone[0]) : null},
      ${instant(ends, zone[1])}, 'Depån', 'Depån', ''
    from employees e where e.user_name = ${userName}`.execute(portal.db)
}

const withdraw = async (userName: string, date: string) =>
  sql`update duties set withdrawn = true where employee_id = ${await idOf(userName)} and service_date = ${date}`.execute(
    portal.db,
  )

test('shows the duties of the schedule, and nobody else’s', async () => {
  const { adress, visar, senastHamtad } = await share('anna')
  expect([visar, senastHamtad]).toEqual(['linje', null])
  expect(adress).toMatch(/^http:\/\/localhost\/kalender\/[\w-]{43}\.ics$/)
  const events = await read(pathOf(adress))
  const { body } = await portal.send('anna', 'GET', '/api/bpl/schema?year=2026&month=11')
  for (const { beskrivning, starttid, sluttid } of body.result) {
    const event = events.find(({ start }) => start.getTime() === Date.parse(`${starttid}+01:00`))
    expect(event).toMatchObject({ summary: beskrivning, end: new Date(`${sluttid}+01:00`), status: 'CONFIRMED' })
  }
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
  const jonas = await read(pathOf((await share('jonas')).adress))
  expect(jonas.map(({ uid }) => uid).filter((uid) => events.some((event) => event.uid === uid))).toEqual([])
  const text = (await fetchPath(pathOf(adress))).body
  for (const name of ['Anna', 'anna', 'Lind']) expect(text).not.toContain(name)
})

test('shows times only, if that is chosen: also of what was served with more', async () => {
  const { adress } = await share('amina')
  const before = await read(pathOf(adress))
  const december = await portal.send('amina', 'GET', '/api/bpl/schema?year=2026&month=12')
  await withdraw('amina', december.body.result[0].datum)
  expect((await read(pathOf(adress))).some(({ status }) => status === 'CANCELLED')).toBe(true)
  const changed = await share('amina', 'tider')
  expect(changed).toMatchObject({ visar: 'tider', adress: null })
  const after = await read(pathOf(adress))
  expect(after.length).toBe(before.length)
  expect([...new Set(after.map(({ summary }) => summary))]).toEqual(['Tjänst'])
  expect(after.filter(({ location }) => location)).toEqual([])
  expect(after.every(({ sequence }) => Number(sequence) >= 1)).toBe(true)
})

test('a changed duty keeps its identifier with a higher sequence, and one taken away is cancelled', async () => {
  const { adress } = await share('lennart')
  const path = pathOf(adress)
  await addDuty('lennart', { date: '2027-02-01', starts: '2027-02-01T05:00:00', ends: '2027-02-01T13:00:00' })
  const on = async () =>
    (await read(path)).filter(({ start }) => start.toISOString().startsWith('2027-02-01')).map((event) => event)
  const [first] = await on()
  expect(first).toMatchObject({ sequence: 0, status: 'CONFIRMED' })
  minutesPass(5)
  await withdraw('lennart', '2027-02-01')
  await addDuty('lennart', { date: '2027-02-01', starts: '2027-02-01T06:00:00', ends: '2027-02-01T13:00:00' })
  const [moved] = await on()
  expect(moved).toMatchObject({ uid: first!.uid, sequence: 1, status: 'CONFIRMED' })
  expect(moved!.start).toEqual(new Date('2027-02-01T06:00:00+01:00'))
  expect(moved!.dtstamp).toEqual(portal.clock.now)
  expect(await on()).toEqual([moved])
  await withdraw('lennart', '2027-02-01')
  expect(await on()).toMatchObject([{ uid: first!.uid, sequence: 2, status: 'CANCELLED' }])
  // The duty is back as it was at first.
  await sql`
    update duties set withdrawn = false where service_date = '2027-02-01' and starts_at = '2027-02-01T05:00:00'`.execute(
    portal.db,
  )
  expect(await on()).toMatchObject([{ uid: first!.uid, sequence: 3, status: 'CONFIRMED', start: first!.start }])
})

test('fetches at the same time give a change one number', async () => {
  const path = pathOf((await share('marika')).adress)
  await read(path)
  await addDuty('marika', { date: '2027-02-02', starts: '2027-02-02T05:00:00', ends: '2027-02-02T13:00:00' })
  const bodies = await Promise.all(Array.from({ length: 4 }, async () => (await fetchPath(path)).body))
  expect(new Set(bodies).size).toBe(1)
})

test('nights over both changes of the clocks have the right instants', async () => {
  // On this day, both nights are among the days that the calendar shows.
  const then = portal.clock.now
  portal.clock.now = new Date('2026-09-30T10:00:00Z')
  const { adress } = await share('klara')
  await addDuty('klara', {
    date: '2026-10-24',
    starts: '2026-10-24T22:00:00',
    ends: '2026-10-25T02:30:00',
    zone: ['+02:00', '+01:00'],
  })
  await addDuty('klara', {
    date: '2026-10-25',
    run: '901',
    starts: '2026-10-25T02:30:00',
    ends: '2026-10-25T10:00:00',
    zone: ['+02:00', '+01:00'],
  })
  await addDuty('klara', {
    date: '2027-03-27',
    starts: '2027-03-27T23:00:00',
    ends: '2027-03-28T05:00:00',
    zone: ['+01:00', '+02:00'],
  })
  const { body } = await fetchPath(pathOf(adress))
  const spans = eventsIn(body).map(({ start, end }) => `${start.toISOString()} ${end?.toISOString()}`)
  expect(spans).toContain('2026-10-24T20:00:00.000Z 2026-10-25T01:30:00.000Z')
  expect(spans).toContain('2026-10-25T00:30:00.000Z 2026-10-25T09:00:00.000Z')
  expect(spans).toContain('2027-03-27T22:00:00.000Z 2027-03-28T03:00:00.000Z')
  portal.clock.now = then
})

test('an unchanged calendar answers 304, and any client may keep it but no cache between', async () => {
  const path = pathOf((await share('omar')).adress)
  const first = await fetchPath(path, { headers: { 'accept-encoding': 'gzip' } })
  expect(first.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    vary: 'accept-encoding',
  })
  const etag = String(first.headers.etag)
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await fetchPath(path, { headers: { 'if-none-match': tag } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  }
  expect((await fetchPath(path, { method: 'HEAD' })).headers.etag).toBe(etag)
  await addDuty('omar', { date: '2027-02-03', starts: '2027-02-03T05:00:00', ends: '2027-02-03T13:00:00' })
  expect((await fetchPath(path, { headers: { 'if-none-match': etag } })).statusCode).toBe(200)
})

test('says when it was last fetched', async () => {
  const path = pathOf((await share('ida')).adress)
  await read(path)
  const { body } = await portal.send('ida', 'GET', '/api/bpl/kalender')
  expect(body.result).toEqual({ visar: 'linje', skapad: expect.any(String), senastHamtad: expect.any(String) })
  expect(JSON.stringify(body)).not.toContain(path.split('/')[2])
})

test('wrong, replaced and ended addresses, and those of people without the right, are answered alike', async () => {
  const old = pathOf((await share('gunilla')).adress)
  const path = pathOf((await share('gunilla', 'linje', true)).adress)
  expect((await fetchPath(path)).statusCode).toBe(200)
  const refusal = async (refused: string, host?: string) => {
    const { statusCode, headers, body } = await fetchPath(refused, { host })
    const { date: _date, 'x-request-id': _id, ...rest } = headers
    return { statusCode, rest, body }
  }
  const expected = await refusal(`/kalender/${'x'.repeat(43)}.ics`)
  expect(expected).toMatchObject({ statusCode: 404, body: 'Finns inte' })
  expect(await refusal(old)).toEqual(expected)
  expect(await refusal('/kalender/x')).toEqual(expected)
  expect(await refusal(path.replace('.ics', ''))).toEqual(expected)
  // Refused on another company's host, but not on the host of the employee's company.
  expect(await refusal(path, 'norr.localhost')).toEqual(expected)
  expect((await fetchPath(path, { host: 'vast.localhost' })).statusCode).toBe(200)

  const id = await idOf('gunilla')
  await sql`update employees set active = false where id = ${id}`.execute(portal.db)
  expect(await refusal(path)).toEqual(expected)
  await sql`update employees set active = true where id = ${id}`.execute(portal.db)
  await sql`update employee_claims set type = 'WasEnabled' where employee_id = ${id} and type = 'SchemaEnabled'`.execute(
    portal.db,
  )
  expect(await refusal(path)).toEqual(expected)
  await sql`update employee_claims set type = 'SchemaEnabled' where employee_id = ${id} and type = 'WasEnabled'`.execute(
    portal.db,
  )
  expect((await fetchPath(path)).statusCode).toBe(200)
  expect((await portal.send('gunilla', 'DELETE', '/api/bpl/kalender')).body.result).toEqual({ status: 'OK' })
  expect(await refusal(path)).toEqual(expected)
  expect((await portal.send('gunilla', 'GET', '/api/bpl/kalender')).body.result).toBeNull()
})

test('only a hash of the secret is stored, and what is stored goes with the employee', async () => {
  const secret = pathOf((await share('lars-goran')).adress).slice('/kalender/'.length, -'.ics'.length)
  await read(`/kalender/${secret}.ics`)
  const id = await idOf('lars-goran')
  const { rows } = await sql<object>`select * from calendar_subscriptions where employee_id = ${id}`.execute(portal.db)
  expect(JSON.stringify(rows)).not.toContain(secret)
  const left = async () =>
    (await sql`select 1 from calendar_events where employee_id = ${id}`.execute(portal.db)).rows.length
  expect(await left()).toBeGreaterThan(5)
  await portal.send('lars-goran', 'DELETE', '/api/bpl/kalender')
  expect(await left()).toBe(0)
})

test('an address that is fetched again and again is refused for a while, others are not', async () => {
  const path = pathOf((await share('omar', 'linje', true)).adress)
  const other = pathOf((await share('jonas', 'linje', true)).adress)
  const statuses = []
  for (let fetches = 0; fetches < 61; fetches++) statuses.push((await fetchPath(path, { method: 'HEAD' })).statusCode)
  expect([statuses[59], statuses[60]]).toEqual([200, 429])
  const refused = await fetchPath(path)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await fetchPath(other)).statusCode).toBe(200)
})

test('no address is in the log, not even of a fetch that fails', async () => {
  const path = pathOf((await share('anna', 'linje', true)).adress)
  await fetchPath(path)
  await sql`alter table calendar_events rename to calendar_events_away`.execute(portal.db)
  expect((await fetchPath(path)).statusCode).toBe(500)
  await sql`alter table calendar_events_away rename to calendar_events`.execute(portal.db)
  await fetchPath(`${path}x`)
  const log = portal.logged.join('')
  expect(log).toContain('request failed')
  expect(log).toContain('"/kalender/:file"')
  expect(log).not.toMatch(/[\w-]{43}/)
})

test('the calendar has the time zone’s rules under its own name, for programs that know no other', async () => {
  const { body } = await fetchPath(pathOf((await share('ida', 'linje', true)).adress))
  expect(body).toMatch(/BEGIN:VTIMEZONE\r\nTZID:Europe\/Stockholm\r\n/)
  expect(body).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU')
  expect(body).toContain('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU')
  for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

test('the nightly work forgets events that no calendar reaches back to, after 93 days', async () => {
  const { forgetOldEvents } = await import('./store.ts')
  const days = async () =>
    (
      await sql<{ day: string }>`select service_date::text as day from calendar_events order by 1`.execute(portal.db)
    ).rows.map(({ day }) => day)
  const before = await days()
  const today = portal.clock.now.toISOString().slice(0, 10)
  for (const daysBack of [93, 94])
    await sql`
      insert into calendar_events (employee_id, service_date, run, sequence, cancelled, starts_at, starts_instant,
        ends_at, ends_instant, summary, place, changed_at)
      select employee_id, ${addDays(today, -daysBack)}, run, sequence, cancelled, starts_at, starts_instant, ends_at, ends_instant,
        summary, place, changed_at
      from calendar_events where service_date = ${before[0]} limit 1`.execute(portal.db)
  await forgetOldEvents(portal.db, portal.clock.now)
  expect(await days()).toEqual([addDays(today, -93), ...before])
})
