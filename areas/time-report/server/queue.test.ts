// Time reports in the office: approved, returned with a text, compared with what was planned, and taken to payroll.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tendCasesAt } from '#core/cases/server/tend-cases.ts'
import { defaultTimeZone } from '#platform/contract/wall-clock.ts'
import { officeCalls } from '../../../app/server/test-cases.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveDeputy, giveRole, onlyRoles } from '../../../app/server/test-roles.ts'
import { timeReportStates } from './queue.ts'

let portal: TestPortal
let roleOfMonica: number
beforeAll(async () => {
  portal = await testPortal()
  ;[roleOfMonica = 0] = await onlyRoles(portal.db, [
    ['monica', 'omradeschef'],
    ['karl-erik', 'omradeschef', { area: 'Skellefteå' }],
    ['hans', 'omradeschef'],
    ['emil', 'trafikledare'],
    ['marta', 'lon'],
  ])
})
afterAll(() => portal.close())

const { get, post, one, list: listed, answer } = officeCalls(() => portal, 'tidrapporter')
const list = async (userName: string, query = '') => (await listed(userName, query)).rows
const decide = (userName: string, number: string, version: number, state: string, text = '') =>
  answer(userName, number, version, { state, text })
const latest = async (userName: string) =>
  (await portal.send(userName, 'GET', '/api/bpl/tidrapport/getsenaste')).body.result
const send = async (userName: string, Undo = false) => {
  const { id } = await latest(userName)
  return portal.send(userName, 'POST', '/api/bpl/tidrapport/accept', { body: { TidrapportId: id, Undo } })
}
/** Submits an employee's report of November, and returns the number of its case. */
async function submitted(userName: string): Promise<string> {
  expect((await send(userName)).status).toBe(200)
  const { rows } = await sql<{ number: string }>`
    select c.number from cases c join employees e on e.id = c.reporter_id
    where c.kind = 'tidrapporter' and e.user_name = ${userName} and c.about like '2026-11/%'`.execute(portal.db)
  return rows[0]?.number ?? 'none'
}
async function reportLonger(userName: string): Promise<void> {
  await sql`
    update duty_events v set reported_starts_at = starts_at, reported_ends_at = ends_at + interval '80 minutes',
      reported_note = 'Kö', reported_at = now()
    where v.id = (
      select min(x.id) from duty_events x join duties d on d.id = x.duty_id join employees e on e.id = x.employee_id
      where e.user_name = ${userName} and not d.withdrawn and x.service_date between '2026-11-01' and '2026-11-20')`.execute(
    portal.db,
  )
}

test('a report is returned with a text, submitted again, approved, and its employee sees each', async () => {
  await reportLonger('anna')
  const number = await submitted('anna')
  const found = await one('monica', number)
  expect(found).toMatchObject({ title: 'Anna Lindgren', state: { name: 'Inlämnad' }, clock: { what: 'Godkännande' } })
  expect(found.facts).toEqual([
    'November 2026',
    'avviker +1 h 20 min',
    expect.stringMatching(/ h\b/),
    expect.stringMatching(/tjänster$/),
  ])
  expect(found.details.find(({ alert }) => alert)?.value).toMatch(/planerat .* rapporterat .*Kö$/)
  expect((await decide('monica', number, 0, 'Återlämnad')).body.modelState).toHaveProperty('text')
  await decide('monica', number, 0, 'Återlämnad', 'Skriv varför det tog längre.')
  expect(await latest('anna')).toMatchObject({
    status: 'Öppen',
    isSubmitted: false,
    aterlamnad: 'Skriv varför det tog längre.',
  })
  expect((await one('monica', number)).clock?.kind).toBe('paused')
  const { result: news } = (await portal.send('anna', 'GET', '/api/arenden/svar')).body
  expect(news[0]).toMatchObject({ text: 'Din tidrapport för november 2026: Återlämnad', page: 'start' })
  await send('anna')
  expect(await one('monica', number)).toMatchObject({
    state: { name: 'Inlämnad' },
    clock: { kind: 'ok' },
    replied: true,
  })
  const { version } = await one('monica', number)
  expect((await decide('monica', number, version, 'Godkänd')).status).toBe(200)
  expect(await latest('anna')).toMatchObject({ status: 'Godkänd', isApproved: true })
  expect((await send('anna', true)).status).toBe(400)
})

test('what the office writes about a report is read by its employee: without a state, when it is approved, and later on', async () => {
  const number = await submitted('zahra')
  const version = async () => (await one('monica', number)).version
  const note = { number, text: 'Hon är sjukskriven.' }
  expect((await post('monica', 'anteckna', note)).status).toBe(200)
  await answer('monica', number, await version(), { text: 'Vi frågar lön om den 3:e.' })
  const feed = async (userName: string) => (await portal.send(userName, 'GET', '/api/arenden/svar')).body.result
  expect((await feed('zahra'))[0]).toMatchObject({
    text: 'Din tidrapport för november 2026: Kontoret har svarat',
    said: 'Vi frågar lön om den 3:e.',
  })
  await decide('monica', number, await version(), 'Godkänd', 'Den 3:e räknas som övertid.')
  expect((await feed('zahra'))[0]).toMatchObject({
    text: 'Din tidrapport för november 2026: Godkänd',
    said: 'Den 3:e räknas som övertid.',
  })
  const at = expect.stringMatching(/^2026-/)
  expect((await latest('zahra')).meddelanden).toEqual([
    { period: 'November 2026', at, text: 'Den 3:e räknas som övertid.' },
    { period: 'November 2026', at, text: 'Vi frågar lön om den 3:e.' },
  ])
  expect((await latest('sirpa')).meddelanden ?? []).toEqual([])
  expect(JSON.stringify([await feed('sirpa'), await feed('monica')])).not.toContain('den 3:e')
})

test('a returned report waits for its employee though the office writes more, until he or she has left', async () => {
  const number = await submitted('nermin')
  const before = (await one('monica', number)).clock?.minutes
  await decide('monica', number, 0, 'Återlämnad', 'Skriv varför det tog längre.')
  const now = portal.clock.now
  const later = (days: number) => {
    portal.clock.now = new Date(now.getTime() + days * 86_400_000)
  }
  later(1)
  expect((await answer('monica', number, 1, { text: 'Ring mig om du undrar.' })).status).toBe(200)
  later(14)
  const isListed = async (view: string) => (await list('monica', `?vy=${view}&sok=${number}`)).length
  expect([(await one('monica', number)).clock?.kind, await isListed('vantar'), await isListed('forsenade')]).toEqual([
    'paused',
    1,
    0,
  ])
  // As much is left as before the wait, all of which counts. It is the same time of the week.
  await sql`update employees set active = false where user_name = 'nermin'`.execute(portal.db)
  await tendCasesAt(
    { db: portal.db, clock: () => portal.clock.now, variants: { timeZoneOf: () => defaultTimeZone } },
    timeReportStates,
  )
  const { clock } = await one('monica', number)
  expect([clock?.kind === 'late', clock?.minutes]).toEqual([false, before])
  await sql`update employees set active = true where user_name = 'nermin'`.execute(portal.db)
  later(0)
})

test('one that its employee takes back leaves the queue, and is back when it comes again', async () => {
  const number = await submitted('amina')
  const open = async () => (await list('monica', `?vy=oppna&sok=${number}`)).length
  expect(await open()).toBe(1)
  await send('amina', true)
  expect([await open(), (await decide('monica', number, 1, 'Godkänd')).status]).toEqual([0, 409])
  expect(await submitted('amina')).toBe(number)
  expect(await open()).toBe(1)
  // Submitting again in the same state adds no event.
  const { version } = await one('monica', number)
  await send('amina')
  expect((await one('monica', number)).version).toBe(version)
})

test('submitted twenty times at once it is one case with one history', async () => {
  await Promise.all(Array.from({ length: 20 }, () => send('gunilla')))
  const { rows } = await sql<{ version: number }>`
    select c.version from cases c join employees e on e.id = c.reporter_id
    where c.kind = 'tidrapporter' and e.user_name = 'gunilla' and c.about like '2026-11/%'`.execute(portal.db)
  expect(rows).toEqual([{ version: 0 }])
})

test('of many only those are approved together that are as planned', async () => {
  await reportLonger('ida')
  await giveRole(portal.db, 'magnus', 'omradeschef')
  const [differs, planned] = [await submitted('ida'), await submitted('kwame')]
  const change = { type: 'state', state: 'Godkänd', text: '' }
  const { body } = await post('magnus', 'flera', { numbers: [differs, planned], change })
  expect(body.result).toEqual([
    { number: differs, why: 'Rapporterad tid är inte som planerad. Granska tidrapporten för sig.' },
    { number: planned, why: null },
  ])
  expect([(await one('magnus', differs)).state.name, (await one('magnus', planned)).state.name]).toEqual([
    'Inlämnad',
    'Godkänd',
  ])
})

test('a month of one duty says so', async () => {
  const number = await submitted('per-olov')
  await sql`
    update duties set withdrawn = true where id in (
      select v.id from duties v join employees e on e.id = v.employee_id
      where e.user_name = 'per-olov' and not v.withdrawn and v.service_date between '2026-11-01' and '2026-11-30'
      order by v.id offset 1)`.execute(portal.db)
  expect((await one('monica', number)).facts.at(-1)).toBe('1 tjänst')
})

test('nobody approves an own report: as one of many, as its handler, or as a deputy', async () => {
  await giveDeputy(portal.db, 'omar', roleOfMonica, { from: '2020-01-02', to: '2027-01-31' })
  const number = await submitted('omar')
  const own = await one('omar', number)
  expect([own.actions, own.becomes]).toEqual([[], []])
  expect(own.details).toContainEqual(expect.objectContaining({ value: 'Din egen tidrapport godkänns av en kollega.' }))
  expect((await list('omar', `?sok=${number}`))[0]?.becomes).toEqual([])
  const choosable = (await get('omar', 'valbara')).body.result.cases as { number: string }[]
  expect(choosable.map((row) => row.number)).not.toContain(number)
  const refused = await decide('omar', number, own.version, 'Godkänd')
  expect([refused.status, refused.body.errorMessage]).toEqual([403, 'Din egen tidrapport godkänns av en kollega.'])
  await sql`
    update duty_events set reported_starts_at = null, reported_ends_at = null, reported_note = null, reported_at = null
    where employee_id = (select id from employees where user_name = 'omar')`.execute(portal.db)
  const change = { type: 'state', state: 'Godkänd', text: '' }
  const many = await post('omar', 'flera', { numbers: [number], change })
  expect(many.body.result).toEqual([{ number, why: 'Din egen tidrapport godkänns av en kollega.' }])
  const handlers = (await get('monica', `handlaggare?nummer=${number}`)).body.result as { name: string }[]
  expect(handlers.map(({ name }) => name)).not.toContain(own.title)
  expect((await latest('omar')).status).toBe('Inlämnad')
  // The hours differ from those that the approver opened.
  expect((await decide('monica', number, own.version, 'Godkänd')).status).toBe(409)
  const now = await one('monica', number)
  expect((await decide('monica', number, now.version, 'Godkänd')).status).toBe(200)
})

test('another area’s, another company’s and an absent one are alike; who only sees may not approve; a late one is told', async () => {
  const { rows } = await sql<{ number: string }>`
    select number from cases where kind = 'tidrapporter' and company = 'norr' and area = 'Umeå' and state = 'Inlämnad'
    order by id limit 1`.execute(portal.db)
  const known = rows[0]?.number ?? 'none'
  const absent = await get('monica', 'arende?nummer=T-1')
  for (const userName of ['hans', 'karl-erik']) {
    const { status, body } = await get(userName, `arende?nummer=${known}`)
    expect([userName, status, { ...body, timestamp: '' }]).toEqual([userName, 404, { ...absent.body, timestamp: '' }])
    expect((await decide(userName, known, 0, 'Godkänd')).status).toBe(404)
  }
  expect((await one('emil', known)).actions).toEqual([])
  expect((await one('monica', known)).actions).not.toContain('merge')
  expect((await decide('emil', known, 0, 'Godkänd')).status).toBe(403)
  expect((await get('anna', 'lista')).status).toBe(403)
  const { version } = await one('monica', known)
  await decide('monica', known, version, 'Återlämnad', 'Se över den 3:e.')
  expect((await decide('monica', known, version, 'Godkänd')).status).toBe(409)
})

test('payroll takes the approved ones of a month, and each time is in the audit with its rows', async () => {
  const take = (userName: string, manad: string) =>
    portal.send(userName, 'GET', `/api/kontor/loneunderlag/hamta?manad=${manad}`)
  const { rows: approved } = await sql<{ count: number }>`
    select count(*)::int as count from time_reports r join employees e on e.id = r.employee_id
    where e.company = 'norr' and r.period = '2026-11' and r.approved_at is not null`.execute(portal.db)
  const { text, next } = (await take('marta', '2026-11')).body.result
  const lines = text.trimEnd().split('\r\n')
  expect([lines[0].slice(0, 22), lines.length - 1, next]).toEqual([
    '\uFEFF"Anställningsnummer";',
    approved[0]?.count,
    null,
  ])
  expect(lines.find((line: string) => line.includes('Anna Lindgren'))).toMatch(
    /"2026-11";"\d+";"\d+,\d\d";"\d+,\d\d";"1";"20/,
  )
  const { rows: audited } = await sql<{ after: unknown; object: string }>`
    select after, object_id as object from audit where what = 'timeReports.exported'`.execute(portal.db)
  expect(audited).toEqual([{ after: { rows: approved[0]?.count }, object: '2026-11' }])
  expect((await portal.send('marta', 'GET', '/api/kontor/loneunderlag/manad?manad=2026-11')).body.result.godkanda).toBe(
    approved[0]?.count,
  )
  expect(text).not.toMatch(/Gunilla|Kwame/)
  for (const userName of ['monica', 'anna']) expect((await take(userName, '2026-11')).status).toBe(403)
  expect((await take('marta', '2026-13')).status).toBe(400)
  // A piece that continues a recorded export adds no record; a piece that continues none is recorded itself.
  const pieces = async (query: string) => {
    expect((await take('marta', query)).status).toBe(200)
    const { rows } = await sql`select 1 from audit where what = 'timeReports.exported'`.execute(portal.db)
    return rows.length
  }
  expect(await pieces('2026-11&efter=1')).toBe(1)
  expect(await pieces('2026-11&efter=0')).toBe(2)
  expect(await pieces('2026-10&efter=1')).toBe(3)
})

test('the demo has approved, returned, waiting and overdue reports', async () => {
  for (const view of ['oppna', 'forsenade', 'vantar', 'avslutade'])
    expect([view, (await list('hans', `?vy=${view}`)).length > 0]).toEqual([view, true])
})

describe('a report that is submitted again', () => {
  const ownerOf = async (number: string) => (await one('karl-erik', number)).owner?.name ?? null
  /** Monica takes Yusuf's report, he withdraws it, `meanwhile` happens, and he submits it again. */
  async function again(meanwhile: () => Promise<unknown>): Promise<string> {
    const number = await submitted('yusuf')
    const { version } = await one('monica', number)
    await post('monica', 'tilldela', { number, version, owner: 'jag' })
    await send('yusuf', true)
    await meanwhile()
    await send('yusuf')
    return number
  }

  test('is nobody’s if its owner has left or lost the right to approve it', async () => {
    expect(await ownerOf(await again(() => Promise.resolve()))).toMatch(/^Monica /)
    const setActive = (active: boolean) =>
      sql`update employees set active = ${active} where user_name = 'monica'`.execute(portal.db)
    const left = await again(() => setActive(false))
    expect((await one('karl-erik', left)).events.at(-1)).toMatchObject({
      type: 'assigned',
      to: null,
      text: 'Handläggarens anställning är avslutad.',
      by: null,
      public: false,
    })
    expect(await ownerOf(left)).toBeNull()
    await setActive(true)
    const endRole = (ended: boolean) =>
      sql`update role_assignments set ended_at = ${ended ? portal.clock.now : null} where id = ${roleOfMonica}`.execute(
        portal.db,
      )
    const lost = await again(() => endRole(true))
    const { owner, events, version } = await one('karl-erik', lost)
    expect([owner, events.at(-1)?.text]).toEqual([null, 'Handläggaren handlägger inte längre sådana ärenden.'])
    const { rows } = await sql`
      select what, before, after from audit where object_kind = 'case.tidrapporter' and object_id = ${lost}
      order by id desc limit 1`.execute(portal.db)
    expect(rows).toEqual([{ what: 'case.assigned', before: { ownerId: expect.any(String) }, after: { ownerId: null } }])
    expect((await post('karl-erik', 'tilldela', { number: lost, version, owner: 'jag' })).status).toBe(200)
    await endRole(false)
  })
})

test('a report is found by its number, and not by the month of its key', async () => {
  const [{ number } = { number: 'none' }] = await list('monica')
  const sought = async (text: string) =>
    (await list('monica', `?sok=${encodeURIComponent(text)}`)).map((row) => row.number)
  expect((await sought('2026')).filter((each) => !each.startsWith('T-2026'))).toEqual([])
  expect(await sought('2026-11/')).toEqual([])
  expect(await sought(number)).toContain(number)
})
