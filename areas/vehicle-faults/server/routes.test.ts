import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { testNow } from '../../../app/server/test-template.ts'
import type { FaultReport, OwnFaultReport } from '../contract.ts'
import { isEnded, PAGE_SIZE } from '../rules.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = testNow
})

const get = (userName: string, path: string, host?: string) =>
  portal.send(userName, 'GET', `/api/fordonskontroll/${path}`, { host })
const add = (userName: string, body: unknown, headers: Record<string, string> = {}, host?: string) =>
  portal.send(userName, 'POST', '/api/fordonskontroll/addfault', { body, headers, host })
const active = async (userName: string, vehicle: string): Promise<FaultReport[]> =>
  (await get(userName, `faultreports?vehicleNo=${vehicle}`)).body.result
const own = async (userName: string): Promise<OwnFaultReport[]> => (await get(userName, 'mina')).body.result.items
const firstVehicle = async (userName: string): Promise<string> =>
  (await get(userName, 'vehicles')).body.result[0].number
const report = (fields: object = {}) => ({
  faultCategoryNumber: 1,
  vehicleNumber: '2111',
  text: 'Dörr 2 stänger inte',
  ...fields,
})

describe('where a company or an employee has no vehicle faults', () => {
  test('their calls are closed', async () => {
    for (const path of ['categories', 'faultreports?vehicleNo=1', 'mina'])
      expect([path, (await get('gunilla', path, 'vast.localhost')).status]).toEqual([path, 403])
    expect((await add('gunilla', report(), {}, 'vast.localhost')).status).toBe(403)
    expect((await get('gunilla', 'categories')).status).toBe(403)
    for (const path of ['categories', 'faultreports?vehicleNo=2111', 'mina'])
      expect([path, (await get('bertil', path)).status]).toEqual([path, 403])
    expect((await add('bertil', report())).status).toBe(403)
  })
})

describe('categories', () => {
  test('are the common ones, until a company has its own', async () => {
    const forAll = (await get('anna', 'categories')).body.result
    expect(forAll).toContainEqual({ id: expect.any(Number), name: 'Bromsar' })
    expect(forAll.length).toBeGreaterThan(12)
    await sql`insert into fault_categories (company, name, position) values ('ost', 'Batterier', 1)`.execute(portal.db)
    expect((await get('ida', 'categories')).body.result).toEqual(forAll)
    const { rows } = await sql<{ name: string }>`
      select user_name as name from employees where company = 'ost' limit 1`.execute(portal.db)
    const ofOst = (await get(rows[0]?.name ?? '', 'categories')).body.result
    expect(ofOst).toEqual([{ id: expect.any(Number), name: 'Batterier' }])
    const foreign = await add('anna', report({ faultCategoryNumber: ofOst[0].id }))
    expect([foreign.status, foreign.body.modelState]).toEqual([
      404,
      { faultCategoryNumber: ['Du måste välja en kategori.'] },
    ])
  })
})

describe('a report', () => {
  test('is received under a number, and the bus’s next driver sees it', async () => {
    expect((await add('anna', report({ text: '  Dörr 2 stänger inte \n' }))).body.result).toBe(true)
    const [newest] = await active('amina', '2111')
    expect(newest).toEqual({
      id: expect.any(Number),
      timestamp: '2026-11-21T12:00:00',
      grounded: false,
      faultCategoryName: 'Dörrar',
      faultCategoryNumber: 1,
      text: 'Dörr 2 stänger inte',
      number: expect.stringMatching(/^F-\d{4}$/),
      state: 'Mottagen',
      attachments: [],
    })
    expect((await own('anna'))[0]).toEqual({
      ...newest,
      messages: [],
      enteredBy: null,
      vehicleName: 'Buss 2111',
      vehicleNumber: '2111',
      reason: null,
      steps: [{ state: 'Mottagen', timestamp: '2026-11-21T12:00:00', reason: null }],
    })
    expect((await own('amina')).some(({ id }) => id === newest?.id)).toBe(false)
  })

  test('has the company’s next number', async () => {
    await add('anna', report())
    await add('amina', report())
    const [second, first] = await active('anna', '2111')
    expect(Number(second?.number.slice(2))).toBe(Number(first?.number.slice(2)) + 1)
  })

  test('is stored once, however often it arrives, even at the same time', async () => {
    const before = (await active('anna', '2112')).length
    const headers = { 'idempotency-key': 'the-same-report' }
    const body = report({ vehicleNumber: '2112', text: 'Skickad många gånger' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => add('anna', body, headers)))
    expect(new Set(answers.map(({ status, body: { result } }) => `${status} ${result}`))).toEqual(new Set(['200 true']))
    expect((await active('anna', '2112')).length).toBe(before + 1)
    expect((await add('anna', { ...body, text: 'Något annat' }, headers)).status).toBe(400)
    expect((await add('amina', body, headers)).body.result).toBe(true)
    expect((await active('anna', '2112')).length).toBe(before + 2)
  })

  test('gets a unique number, also when many arrive at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => add('anna', report({ text: `Nummer ${index}` }))))
    const numbers = (await active('anna', '2111')).map(({ number }) => number)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test.each([
    [{}, { faultCategoryNumber: 'Du måste välja en kategori.', text: 'Felrapporten får inte vara tom.' }],
    [{ faultCategoryNumber: 1, text: ' \n ' }, { text: 'Felrapporten får inte vara tom.' }],
    [{ faultCategoryNumber: '1', text: 'x' }, { faultCategoryNumber: 'Du måste välja en kategori.' }],
    [{ faultCategoryNumber: 0, text: 'x' }, { faultCategoryNumber: 'Du måste välja en kategori.' }],
    [{ faultCategoryNumber: 1, text: 'a\u0000' }, { text: 'Felrapporten innehåller otillåtna tecken' }],
    [{ faultCategoryNumber: 1, text: '\ud800' }, { text: 'Felrapporten innehåller otillåtna tecken' }],
    [{ faultCategoryNumber: 1, text: 'x'.repeat(2001) }, { text: 'Felrapporten får vara högst 2000 tecken' }],
    [{ faultCategoryNumber: 1, text: 'x', company: 'vast' }, { company: 'Okänt fält' }],
    [
      { faultCategoryNumber: 1, text: 'x', AttachmentUploadBlobNames: Array.from({ length: 6 }, String) },
      { AttachmentUploadBlobNames: 'Högst 5 bilder kan bifogas' },
    ],
  ])('of %j is refused', async (fields, messages) => {
    const before = (await active('anna', '2113')).length
    const { status, body } = await add('anna', { vehicleNumber: '2113', ...fields })
    expect(status).toBe(400)
    for (const [field, message] of Object.entries(messages)) expect(body.modelState[field]).toContain(message)
    expect(Object.keys(body.modelState).toSorted()).toEqual(Object.keys(messages).toSorted())
    expect((await active('anna', '2113')).length).toBe(before)
  })

  test('on another company’s vehicle and on an absent one is the same 404', async () => {
    const theirs = await firstVehicle('gunilla')
    const foreign = await add('anna', report({ vehicleNumber: theirs }))
    const absent = await add('anna', report({ vehicleNumber: 'finns inte' }))
    expect([foreign.status, foreign.body.modelState]).toEqual([
      404,
      { vehicleNumber: ['Ett giltigt fordon måste väljas från listan'] },
    ])
    expect({ ...foreign.body, timestamp: '' }).toEqual({ ...absent.body, timestamp: '' })
    expect((await add('anna', report({ faultCategoryNumber: 2 ** 53 - 1 }))).status).toBe(404)
  })
})

describe('the active reports of a vehicle', () => {
  test('of another company’s and of an absent one are the same 404; a missing number is a 400', async () => {
    const foreign = await get('anna', `faultreports?vehicleNo=${await firstVehicle('gunilla')}`)
    const absent = await get('anna', 'faultreports?vehicleNo=finns%20inte')
    expect([foreign.status, absent.status]).toEqual([404, 404])
    expect(foreign.body.errorMessage).toBe(absent.body.errorMessage)
    for (const query of ['', '?vehicleNo=', '?vehicleNo=%00', '?vehicleNo=2111&page=-1', '?vehicleNo=2111&page=x']) {
      const { status, body } = await get('anna', `faultreports${query}`)
      expect([query, status, Object.keys(body.modelState)]).toEqual([query, 400, expect.any(Array)])
    }
  })

  test('are the newest 200, the rest by page', async () => {
    await sql`
      insert into faults (company, number, vehicle_id, category_id, text, created_at, state)
      select 'norr', 50000 + n, (select id from vehicles where company = 'norr' and number = '2119'), 1, 'Nr ' || n,
        timestamptz '2020-01-01' + n * interval '1 minute', 'Mottagen' from generate_series(1, 450) n`.execute(
      portal.db,
    )
    const all = await active('anna', '2119')
    expect(all).toHaveLength(200)
    expect(all.map(({ timestamp }) => timestamp)).toEqual(
      all
        .map(({ timestamp }) => timestamp)
        .toSorted()
        .toReversed(),
    )
    const last = (await get('anna', 'faultreports?vehicleNo=2119&page=2')).body.result
    expect(last.length).toBeGreaterThanOrEqual(50)
    expect(last.at(-1).text).toBe('Nr 1')
    expect((await get('anna', 'faultreports?vehicleNo=2119&page=9')).body.result).toEqual([])
  })

  test('are found by an index of only the active ones', async () => {
    // With few rows the planner reads the whole table, so sequential scans are disabled.
    const rows = await portal.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      await sql`set local enable_bitmapscan = off`.execute(tx)
      const explained = await sql<{ 'QUERY PLAN': string }>`
        explain select id from faults where vehicle_id = 1 and company = 'norr' and not ended
        order by created_at desc, id desc limit 200`.execute(tx)
      return explained.rows
    })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('faults_active')
    expect(plan).not.toContain('Sort')
  })
})

describe('a report’s life', () => {
  beforeAll(() => giveRole(portal.db, 'roger', 'verkstad'))
  const change = async (number: string, state: OwnFaultReport['state'], text = '', minutes = 1) => {
    portal.clock.now = new Date(testNow.getTime() + minutes * 60_000)
    const { version } = (await portal.send('roger', 'GET', `/api/kontor/arenden/fel/arende?nummer=${number}`)).body
      .result
    const body = { number, version, state, text, asks: false }
    const { status } = await portal.send('roger', 'POST', '/api/kontor/arenden/fel/svara', { body })
    portal.clock.now = testNow
    return status
  }
  const newest = async () => (await own('anna'))[0]!

  test('is followed by its reporter to the end, and is then no longer active on the bus', async () => {
    await add('anna', report({ vehicleNumber: '2115', text: 'Följ mig' }))
    const { id, number } = await newest()
    expect(await change(number, 'Bedömd', 'Vi tittar på den i morgon.', 30)).toBe(200)
    expect(await change(number, 'Åtgärdas', '', 60)).toBe(200)
    expect((await active('amina', '2115')).find((fault) => fault.id === id)?.state).toBe('Åtgärdas')
    expect(await change(number, 'Klar', '', 90)).toBe(200)
    expect((await active('amina', '2115')).some((fault) => fault.id === id)).toBe(false)
    expect(await newest()).toMatchObject({
      id,
      state: 'Klar',
      steps: [
        { state: 'Mottagen', timestamp: '2026-11-21T12:00:00', reason: null },
        { state: 'Bedömd', timestamp: '2026-11-21T12:30:00', reason: 'Vi tittar på den i morgon.' },
        { state: 'Åtgärdas', timestamp: '2026-11-21T13:00:00' },
        { state: 'Klar', timestamp: '2026-11-21T13:30:00' },
      ],
    })
    expect(await change(number, 'Åtgärdas')).toBe(409)
  })

  test('ends without a repair only with a reason', async () => {
    await add('anna', report({ vehicleNumber: '2115', text: 'Inget fel' }))
    const { number } = await newest()
    expect(await change(number, 'Ingen åtgärd')).toBe(400)
    expect(await change(number, 'Ingen åtgärd', ' ')).toBe(400)
    expect(await newest()).toMatchObject({ state: 'Mottagen', steps: [{ state: 'Mottagen' }] })
    expect(await change(number, 'Ingen åtgärd', 'Kunde inte återskapas.')).toBe(200)
    expect(await newest()).toMatchObject({ state: 'Ingen åtgärd', reason: 'Kunde inte återskapas.' })
  })

  test('the employee’s own reports are paged, newest first', async () => {
    await sql`
      insert into faults (company, number, vehicle_id, category_id, text, reporter_id, created_at, state)
      select 'norr', 60000 + n, (select id from vehicles where company = 'norr' and number = '2118'), 1, 'Eget ' || n,
        (select id from employees where company = 'norr' and user_name = 'sirpa'),
        timestamptz '2020-01-01' + n * interval '1 minute', 'Mottagen' from generate_series(1, 201) n`.execute(
      portal.db,
    )
    await add('sirpa', report({ text: 'Den nyaste' }))
    const first = (await get('sirpa', 'mina')).body.result
    const second = (await get('sirpa', 'mina?page=1')).body.result
    expect([first.items.length, first.hasMore, first.items[0].text]).toEqual([PAGE_SIZE, true, 'Den nyaste'])
    expect([second.items.at(-1).text, second.hasMore]).toEqual(['Eget 1', false])
    expect((await get('sirpa', 'mina?page=x')).status).toBe(400)
  })
})

describe('the demo', () => {
  test('has some months of faults on every company’s buses, in all states', async () => {
    const { rows } = await sql<{ company: string; faults: number; states: number; active: number; days: number }>`
      select company, count(*)::int as faults, count(distinct state)::int as states,
        (count(*) filter (where not ended))::int as active, (max(created_at)::date - min(created_at)::date) as days
      from faults where created_at < ${testNow} and number < 5000 group by company order by company`.execute(portal.db)
    expect(rows.map(({ company }) => company)).toEqual(['norr', 'ost', 'syd', 'vast'])
    for (const { faults, states, active, days } of rows) {
      expect(faults).toBeGreaterThan(40)
      expect(states).toBe(5)
      expect(active).toBeGreaterThan(5)
      expect(days).toBeGreaterThan(100)
    }
    const { rows: annas } = await sql<{ states: number }>`
      select count(distinct state)::int as states from faults
      where reporter_id = (select id from employees where user_name = 'anna') and created_at < ${testNow}`.execute(
      portal.db,
    )
    expect(annas[0]?.states).toBe(5)
  })

  test('has plausible histories, and the next number follows', async () => {
    const { rows } = await sql<{ state: OwnFaultReport['state']; last: string; reason: string; sorted: boolean }>`
      select f.state, f.reason, (array_agg(s.state order by s.id))[count(*)] as last,
        bool_and(s.at < ${testNow}) and array_agg(s.at order by s.id) = array_agg(s.at order by s.at) as sorted
      from faults f join fault_steps s on s.fault_id = f.id
      where f.company = 'syd' group by f.id`.execute(portal.db)
    for (const { state, last, reason, sorted } of rows) {
      expect([state, sorted]).toEqual([last, true])
      if (state === 'Ingen åtgärd') expect(reason).not.toBeNull()
      if (state === 'Mottagen') expect(reason).toBeNull()
    }
    expect(rows.some(({ state }) => isEnded(state))).toBe(true)
    const { rows: texts } = await sql<{ text: string }>`select text from faults where text ~ '[{}]'`.execute(portal.db)
    expect(texts).toEqual([])
    const { rows: numbers } = await sql<{ last: number; max: number }>`
      select n.last, (select max(number) from faults f where f.company = n.company) as max
      from fault_numbers n where company = 'syd'`.execute(portal.db)
    expect(numbers[0]?.last).toBe(numbers[0]?.max)
  })
})
