// Names come from a feed. Whatever they contain, they stay text of one event.
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import ical, { type VEvent } from 'node-ical'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../../app/server/test-portal.ts'
import { saveEvents } from './store.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const share = async (userName: string, nyAdress = false) =>
  (await portal.send(userName, 'POST', '/api/bpl/kalender', { body: { visar: 'linje', nyAdress } })).body.result
const fetchAt = (address: string) =>
  portal.app.inject({ url: new URL(address).pathname, headers: { host: 'localhost' } })

async function add(
  userName: string,
  date: string,
  run: string,
  { place = 'Depån', starts = '05:00', service = 'test' } = {},
) {
  await sql`select make_duty_month(${date}::date)`.execute(portal.db)
  await sql`
    insert into duties (feed_id, employee_id, service_date, service_id, run, content_hash, description, starts_at, ends_at,
      starts_instant, ends_instant, start_place, end_place, vehicle)
    select (select min(id) from feeds where company = e.company), e.id, ${date}, ${service}, ${run}, ${run + starts + service},
      ${`Tjänst ${run}`}, ${`${date}T${starts}:00`}, ${`${date}T13:00:00`}, null,
      ${`${date}T13:00:00`}::timestamp at time zone 'Europe/Stockholm', ${place}, ${place}, ''
    from employees e where e.user_name = ${userName}`.execute(portal.db)
}

const on = (text: string, day: string) =>
  Object.values(ical.sync.parseICS(text)).filter(
    (part): part is VEvent => part?.type === 'VEVENT' && part.start.toISOString().startsWith(day),
  )

test('names with signs of the format come back as they are, in lines of at most 75 octets', async () => {
  const { adress } = await share('anna')
  const names = [
    'Torget; läge A, B \\ C: "öst"',
    `${'å'.repeat(100)}${'🚌'.repeat(60)}${'x'.repeat(200)}`,
    'x🚌'.repeat(150),
    'BEGIN:VEVENT',
  ]
  for (const [at, place] of names.entries()) await add('anna', `2027-03-0${at + 1}`, `9${at}`, { place })
  const { body } = await fetchAt(adress)
  expect(body.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  for (const [at, place] of names.entries()) expect(on(body, `2027-03-0${at + 1}`)[0]?.location).toBe(place)
})

test('no name can begin a line of its own', async () => {
  const { adress } = await share('jonas')
  const breaks = ['\r', '\n', '\r\n', '\u000b', '\u000c', '\u001b', '\u0085', '\u2028', '\u2029']
  for (const [at, sign] of breaks.entries())
    await add('jonas', `2027-03-${10 + at}`, `8${at}`, { place: `Depån${sign}ATTENDEE:mailto:a@example.se` })
  const { body } = await fetchAt(adress)
  expect(body.match(/^LOCATION:Depån.*$/gm)).toEqual(breaks.map(() => 'LOCATION:Depån ATTENDEE:mailto:a@example.se'))
  expect(body.split(/\r\n|[\p{Cc}\u2028\u2029]/u)).toEqual(body.split('\r\n'))
})

test('runs whose names look like numbered ones are events of their own', async () => {
  const { adress } = await share('omar')
  await add('omar', '2027-03-01', '7', { starts: '05:00' })
  await add('omar', '2027-03-01', '7', { starts: '07:00', service: 'other' })
  await add('omar', '2027-03-01', '7 #2', { starts: '09:00' })
  const { statusCode, body } = await fetchAt(adress)
  expect(statusCode).toBe(200)
  expect(new Set(on(body, '2027-03-01').map(({ uid }) => uid)).size).toBe(3)
  expect((await fetchAt(adress)).body).toBe(body)
})

test('duties of one run that begin together keep their order', async () => {
  const { adress } = await share('ida')
  await add('ida', '2027-03-01', '7', { service: 'b', place: 'B' })
  await add('ida', '2027-03-01', '7', { service: 'a', place: 'A' })
  const { body } = await fetchAt(adress)
  // Each update stores the row in another place, as restoring a feed does.
  for (const withdrawn of [true, false])
    await sql`update duties set withdrawn = ${withdrawn} where service_id = 'b' and run = '7'`.execute(portal.db)
  expect((await fetchAt(adress)).body).toBe(body)
})

test('whoever moves to another company gets a new address there, and the old one stays dead', async () => {
  const { adress } = await share('gunilla')
  await sql`update employees set company = 'norr', number = 'flyttad' where user_name = 'gunilla'`.execute(portal.db)
  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
  expect((await fetchAt(adress)).statusCode).toBe(404)
  expect((await portal.send('gunilla', 'GET', '/api/bpl/kalender')).body.result).toBeNull()
  const moved = await share('gunilla')
  expect(moved.adress).toMatch(/\/kalender\//)
  expect((await fetchAt(moved.adress)).statusCode).toBe(200)
  expect((await fetchAt(adress)).statusCode).toBe(404)
})

test('a tag of an earlier answer opens nothing once the address has ended', async () => {
  const { adress } = await share('klara')
  const ask = (tag: string) =>
    portal.app.inject({ url: new URL(adress).pathname, headers: { host: 'localhost', 'if-none-match': tag } })
  const tag = String((await ask('')).headers.etag)
  expect((await ask(tag)).statusCode).toBe(304)
  await sql`update employees set active = false where user_name = 'klara'`.execute(portal.db)
  const ended = await ask(tag)
  expect([ended.statusCode, ended.headers.etag]).toEqual([404, undefined])
})

test('events are stored by one statement, however many there are', async () => {
  const statements = new Set<string>()
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: Kysely<object>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  const db = new Kysely<object>({ dialect, log: ({ query }) => void statements.add(query.sql) })
  const at = new Date('2027-03-01T04:00:00Z')
  const event = (n: number) => ({
    serviceDate: '2027-03-01',
    run: String(n),
    sequence: 0,
    cancelled: false,
    changedAt: at,
    startsAt: '2027-03-01T05:00:00',
    startsInstant: at,
    endsAt: '2027-03-01T05:00:00',
    endsInstant: at,
    summary: 'Tjänst',
    place: '',
  })
  for (const count of [1, 2, 40])
    await saveEvents(
      db,
      'anybody',
      Array.from({ length: count }, (_, n) => event(n)),
    )
  expect(statements.size).toBe(1)
})
