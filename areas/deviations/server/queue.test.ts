// What only the queue of deviations does. What all queues have in common is tested in areas/vehicle-faults.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Counts } from '#core/cases/contract.ts'
import { forgetEnded } from '#core/cases/server/retention.ts'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { giveDeputy } from '../../../app/server/test-roles.ts'
import { testNow } from '../../../app/server/test-template.ts'
import type { Alert, Deviation } from '../contract/list.ts'
import type { YearSummary } from '../contract/year.ts'
import { casesOfDeviations } from './migrations/2026-12-31-deviation-cases.ts'
import { injuredInDamages } from './migrations/2027-01-27-injured-in-damages.ts'
import { payloads } from './payloads-fixture.ts'
import { deviationQueue } from './queue.ts'
import { queueCalls, queuePortal, receipt } from './queue-fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await queuePortal()
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = testNow
})
const { get, post, one, status, rows, open, own, answer, fill, reported, threat, traffic, work, bullying, idOf } =
  queueCalls(() => portal)

describe('what is sensitive', () => {
  test('is seen by whom the case names, HR and the skyddsombud of the area, and by nobody else', async () => {
    const number = await threat()
    for (const userName of ['cecilia', 'eva', 'sirpa'])
      expect([userName, await status(userName, number)]).toEqual([userName, 200])
    const absent = await get('monica', 'arende?nummer=A-999999')
    const counted = await open('monica')
    for (const userName of ['monica', 'emil', 'roger', 'marika', 'magnus', 'christina']) {
      const { status: code, body } = await get(userName, `arende?nummer=${number}`)
      expect([userName, code, { ...body, timestamp: '' }]).toEqual([userName, 404, { ...absent.body, timestamp: '' }])
      for (const query of ['', `?sok=${number}`, '?vy=markta'])
        expect(await rows(userName, query)).not.toContain(number)
      expect((await get(userName, 'tabell')).body.result.text).not.toContain(number)
    }
    await threat()
    expect(await open('monica')).toBe(counted)
    expect((await get('jenny', 'lista')).status).toBe(403)
  })

  test('is whom a damage concerns: who may only see it reads neither witness nor other party, nor how to reach them', async () => {
    const people = ['Motpart', 'Vittnen', 'Blodprov eller utandningsprov togs']
    const number = await reported('addfordonsskada', { Blodprov: true })
    const labels = async (userName: string) => (await one(userName, number)).details.map(({ label }) => label)
    expect(await labels('monica')).toEqual(expect.arrayContaining(people))
    const seen = await labels('roger')
    expect(seen).toContain('Skada på fordonet')
    for (const label of people) expect(seen).not.toContain(label)
  })

  test('is a damage with somebody hurt too: others see neither it nor its text, and it ends with an assessment', async () => {
    const number = await reported('addfordonsskada', { Personskadekontaktuppgifter: 'Per Holm, 070-123 45 67' })
    for (const userName of ['roger', 'emil', 'monica']) {
      expect([userName, await status(userName, number)]).toEqual([userName, 404])
      for (const query of ['', `?sok=${number}`]) expect(await rows(userName, query)).not.toContain(number)
    }
    for (const userName of ['cecilia', 'eva', 'sirpa'])
      expect([userName, await status(userName, number)]).toEqual([userName, 200])
    const found = await one('cecilia', number)
    expect(found).toMatchObject({ title: 'Fordonsskada med personskada', sensitive: true })
    expect(found.forms.map(({ name }) => name)).toEqual(expect.arrayContaining(['arbetsskada', 'forsakring']))
    expect(found.demands).toContainEqual(expect.stringMatching(/^Någon är skadad/))
    const { rows: traces } = await sql<{ by: string }>`
      select e.user_name as by from audit a join employees e on e.id = a.by_id
      where a.what = 'case.opened' and a.object_id = ${number}`.execute(portal.db)
    expect(traces.map(({ by }) => by)).toEqual(['cecilia', 'eva', 'sirpa'])
    const harmless = await reported('addfordonsskada')
    for (const userName of ['roger', 'emil', 'monica']) expect(await status(userName, harmless)).toBe(200)
  })

  test('bullying is handled by HR, and the nearest manager, whom the report names, does not see it', async () => {
    const number = await bullying()
    expect(await one('eva', number)).toMatchObject({ title: 'Kränkning', sensitive: true })
    expect((await one('eva', number)).actions).toContain('answer')
    expect((await one('sirpa', number)).actions).toEqual([])
    expect((await one('eva', number)).actions).not.toContain('merge')
    expect(await status('cecilia', number)).toBe(404)
    expect(await own(number)).toMatchObject({ incidentAnsvarig: 'Cecilia Wikström', handlaggs: 'HR' })
    const open = await own(await threat())
    expect(open?.handlaggs).toBeNull()
    const alerts = await portal.send('cecilia', 'GET', '/api/incident/larm')
    expect(alerts.status).toBe(200)
    const alerted = (alerts.body.result as Alert[]).map(({ id }) => id)
    expect(alerted).toContain(open?.id)
    expect(alerted).not.toContain((await own(number))?.id)
    const { body } = await portal.send('cecilia', 'GET', '/api/incident/list')
    expect((body.result as Deviation[]).map(({ nummer }) => nummer)).not.toContain(number)
  })

  test('leaves a trace when it is opened, once for a visit', async () => {
    const number = await threat()
    for (let times = 0; times < 2; times++) await one('eva', number)
    const { rows: traces } = await sql<{ by: string; about: string }>`
      select e.user_name as by, r.user_name as about from audit a join employees e on e.id = a.by_id
      join employees r on r.id = a.about_id where a.what = 'case.opened' and a.object_id = ${number}`.execute(portal.db)
    expect(traces).toEqual([{ by: 'eva', about: 'anna' }])
  })

  test('may be handled by the responsible manager without a role for it, and given to nobody else', async () => {
    const number = await threat()
    const names = (await get('eva', `handlaggare?nummer=${number}`)).body.result.map(
      ({ name }: { name: string }) => name,
    )
    expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/^Cecilia/), expect.stringMatching(/^Eva/)]))
    expect(names).not.toContainEqual(expect.stringMatching(/^Monica/))
    const owner = await idOf('monica')
    expect((await post('eva', 'tilldela', { number, version: 0, owner })).status).toBe(400)
    expect((await answer('cecilia', number, { text: 'Jag ringer dig i eftermiddag.' })).status).toBe(200)
  })

  test('is handled by the responsible manager in her own name, though she is a deputy for other cases', async () => {
    const { rows: held } = await sql<{ id: number }>`
      select r.id from role_assignments r join employees e on e.id = r.employee_id where e.user_name = 'emil'`.execute(
      portal.db,
    )
    await giveDeputy(portal.db, 'cecilia', held[0]?.id ?? 0, { from: '2026-11-01', to: '2026-12-31' })
    portal.clock.now = new Date(testNow.getTime() + 60_000)
    const [named, ofEmil] = [await threat(), await traffic()]
    const acts: (string | null | undefined)[][] = []
    for (const number of [named, ofEmil]) {
      expect((await answer('cecilia', number, { text: 'Jag ringer dig i eftermiddag.' })).status).toBe(200)
      const { rows: audited } = await sql<{ role: string | null; deputyFor: string | null }>`
        select a.by_role as role, f.user_name as "deputyFor" from audit a left join employees f on f.id = a.for_id
        where a.what = 'case.answered' and a.object_id = ${number}`.execute(portal.db)
      const by = (await one('cecilia', number)).events.at(-1)?.by
      acts.push(...audited.map(({ role, deputyFor }) => [by, role, deputyFor]))
    }
    expect(acts).toEqual([
      ['Cecilia Wikström', null, null],
      [expect.stringMatching(/^Cecilia Wikström för Emil /), 'trafikledare', 'emil'],
    ])
    await sql`delete from role_assignments where source = 'deputy'`.execute(portal.db)
  })
})

describe('an answer', () => {
  test('is Åtgärd in the report, with its state, and what is added comes after it', async () => {
    const number = await traffic()
    expect(await own(number)).toMatchObject({ status: 'Ny', atgard: '' })
    await answer('emil', number, { state: 'Mottagen', text: 'Vi har bett kommunen sanda.' })
    expect(await own(number)).toMatchObject({ status: 'Mottagen', atgard: 'Vi har bett kommunen sanda.' })
    await post('emil', 'anteckna', { number, text: 'Ring kommunen igen.' })
    await answer('emil', number, { state: 'Avslutad', text: 'Hållplatsen är sandad.' })
    expect(await own(number)).toMatchObject({
      status: 'Avslutad',
      atgard: 'Vi har bett kommunen sanda.\n\nHållplatsen är sandad.',
    })
    expect(await rows('emil')).not.toContain(number)
  })

  test('on what has changed meanwhile is refused, with what has changed', async () => {
    const number = await traffic()
    await answer('monica', number, { state: 'Mottagen', text: 'Tack.' })
    const late = await post('emil', 'svara', { number, version: 0, state: 'Avslutad', text: 'Klart.', asks: false })
    expect([late.status, late.body.errorMessage]).toEqual([
      409,
      expect.stringContaining('ändrade status till Mottagen'),
    ])
    const form = { number, version: 0, form: 'atgard', item: null, values: {} }
    expect((await post('emil', 'blankett', form)).status).toBe(409)
    expect((await own(number))?.atgard).toBe('Tack.')
  })

  test('cannot ask: the report has no place for a reply', async () => {
    const number = await traffic()
    expect((await answer('emil', number, { text: 'Vilken hållplats?', asks: true })).status).toBe(400)
  })
})

describe('forms', () => {
  test('measures have a person, a date and a check, and say when they are late', async () => {
    const number = await traffic()
    const ansvarig = await idOf('roger')
    expect((await fill('emil', number, 'atgard', { atgard: 'Sanda', ansvarig })).body.modelState).toHaveProperty(
      'klart',
    )
    expect(
      (await fill('emil', number, 'atgard', { atgard: 'Sanda', ansvarig: await idOf('magnus'), klart: '2026-11-20' }))
        .body.modelState,
    ).toHaveProperty('ansvarig')
    await fill('emil', number, 'atgard', { atgard: 'Sanda', ansvarig, klart: '2026-11-20' })
    await fill('emil', number, 'atgard', { atgard: 'Ny sandlåda', ansvarig, klart: '2026-12-20' })
    const measures = async () => (await one('emil', number)).forms.find(({ name }) => name === 'atgard')?.filled
    expect(await measures()).toMatchObject([
      { item: 1, late: 'Skulle ha varit klar 20 november 2026' },
      { item: 2, late: null },
    ])
    const isLate = async () =>
      (await portal.send('emil', 'GET', '/api/kontor/arenden/avvikelser/lista?vy=kontroll')).body.result.rows.some(
        (row: { number: string }) => row.number === number,
      )
    const lateOnes = async () =>
      ((await portal.send('emil', 'GET', '/api/kontor/arenden/avvikelser/antal')).body.result as Counts).find(
        ({ view }) => view === 'kontroll',
      )
    expect([await isLate(), (await lateOnes())?.label]).toEqual([true, 'Sena åtgärder'])
    // A measure still waits for its check after the case has ended.
    const { version } = await one('emil', number)
    const end = { number, version, state: 'Avslutad', text: 'Vi har sandat.', asks: false }
    await portal.send('emil', 'POST', '/api/kontor/arenden/avvikelser/svara', { body: end })
    expect([(await one('emil', number)).ended, await isLate()]).toEqual([true, true])
    const before = (await lateOnes())?.count ?? 0
    await fill(
      'emil',
      number,
      'atgard',
      { atgard: 'Sanda', ansvarig, klart: '2026-11-20', kontrollerad: '2026-11-21' },
      1,
    )
    expect(await measures()).toMatchObject([{ item: 1, late: null }, { item: 2 }])
    expect([await isLate(), (await lateOnes())?.count]).toEqual([false, before - 1])
    expect((await measures())?.[0]?.shown).toContainEqual({ label: 'Ansvarig', value: 'Roger Granström' })
    expect((await one('emil', number)).events.filter(({ type }) => type === 'filled')).toHaveLength(3)
    expect((await fill('emil', number, 'utredning', {})).status).toBe(400)
    expect((await fill('emil', number, 'atgard', { okand: 'x' })).body.modelState).toHaveProperty('okand')
  })

  test('insurance feeds the follow-up, and only who handles insurance fills it in', async () => {
    const number = await reported('addfordonsskada')
    const values = { kategori: 'Brand', kostnad: '12 500,50', skadenummer: 'S-1' }
    expect((await one('monica', number)).forms.find(({ name }) => name === 'forsakring')?.open).toBe(true)
    expect((await fill('monica', number, 'forsakring', { ...values, kostnad: 'tolv' })).status).toBe(400)
    expect((await fill('monica', number, 'forsakring', values)).status).toBe(200)
    expect((await fill('roger', number, 'forsakring', values)).status).toBe(403)
    const { body } = await portal.send('anna', 'GET', '/api/incident/forsakringuppfoljning?year=2026&month=11')
    expect(body.result.resultList[0].fordonsskada).toMatchObject({
      forsakringsKategori: 'Brand',
      reparationskostnad: 12500.5,
    })
  })

  test('insurance of an insurance case feeds the follow-up with its category, its damage and its cost', async () => {
    const number = await reported('addfordonsskada')
    // No form of employees creates one.
    const detail = JSON.stringify({
      registreringsNummer: 'ABC 123',
      internnummer: '2116',
      skadeplatskategori: ['Backspegel'],
      polis: false,
      raddningstjanst: false,
      skadaPaFordon: 'Höger backspegel krossad.',
      forsakringsKategori: 'Fordonsskada',
      kategoriSpecificering: '',
      ersattningsfordon: false,
      synligaSkador: '',
      personskadekontaktuppgifter: '',
      motpartskontaktuppgifter: '',
    })
    await sql`
      update incidents set typ = 'Försäkringsärende', rubrik = 'Försäkringsärende', detail = ${detail}::jsonb
      where company = 'norr' and 'A-' || number = ${number}`.execute(portal.db)
    await sql`update cases set category = 'Försäkringsärende', about = '2116' where number = ${number} and company = 'norr'`.execute(
      portal.db,
    )
    const followUp = async () =>
      (await portal.send('anna', 'GET', '/api/incident/forsakringuppfoljning?year=2026&month=11')).body.result
    const before = await followUp()
    expect(before.resultList[0]).toMatchObject({
      rubrik: 'Försäkringsärende',
      fordonsskada: { forsakringsKategori: 'Fordonsskada', handelseBeskrivning: 'Höger backspegel krossad.' },
    })
    expect((await fill('monica', number, 'forsakring', { kategori: 'Stöld', kostnad: '4 000' })).status).toBe(200)
    const after = await followUp()
    expect(after.resultList[0].fordonsskada).toMatchObject({ forsakringsKategori: 'Stöld', reparationskostnad: 4000 })
    expect([after.totalPersonal - before.totalPersonal, after.totalDepa - before.totalDepa]).toEqual([4000, 4000])
  })

  test('insurance of a damage in which somebody was hurt is filled in by whom it names and by HR', async () => {
    const number = await reported('addfordonsskada', { Personskadekontaktuppgifter: 'Per Holm' })
    for (const userName of ['cecilia', 'eva']) {
      expect((await one(userName, number)).forms.find(({ name }) => name === 'forsakring')?.open).toBe(true)
      expect((await fill(userName, number, 'forsakring', { kategori: 'Brand' })).status).toBe(200)
    }
    expect(await status('monica', number)).toBe(404)
    const ordinary = await reported('addfordonsskada')
    expect((await fill('cecilia', ordinary, 'forsakring', { kategori: 'Brand' })).status).toBe(200)
    expect(await status('eva', ordinary)).toBe(404)
  })
})

describe('the year', () => {
  const year = async (userName: string): Promise<YearSummary> =>
    (await portal.send(userName, 'GET', '/api/kontor/avvikelser/ar?year=2026')).body.result
  const categories = ({ kinds }: YearSummary) => kinds.map(({ category }) => category)

  test('counts what its reader may see, and what became of it', async () => {
    const [eva, monica] = [await year('eva'), await year('monica')]
    const number = await threat()
    await fill('eva', number, 'myndighet', receipt)
    await fill('eva', number, 'atgard', { atgard: 'Stödsamtal', ansvarig: await idOf('eva'), klart: '2026-11-19' })
    const after = await year('eva')
    expect(after.authority.reported).toBe(eva.authority.reported + 1)
    expect(after.measures).toMatchObject({ decided: eva.measures.decided + 1, late: eva.measures.late + 1 })
    expect(after.open).toContainEqual({ number, measure: 'Stödsamtal', due: '2026-11-19', late: true })
    expect(categories(after)).toContain('Hot och våld')
    expect(await year('monica')).toEqual(monica)
    expect(categories(monica)).not.toContain('Hot och våld')
    expect((await portal.send('jenny', 'GET', '/api/kontor/avvikelser/ar?year=2026')).status).toBe(403)
  })
})

describe('what was there before', () => {
  test('the demo has handled, waiting and overdue cases, and no serious one ended without an assessment', async () => {
    const { rows: found } = await sql<{
      company: string
      ended: number
      late: number
      waiting: number
      wrong: number
    }>`
      select company, count(*) filter (where ended_at is not null)::int as ended,
        count(*) filter (where due_at < ${testNow} and ended_at is null)::int as late,
        count(*) filter (where ended_at is null and (due_at is null or due_at >= ${testNow}))::int as waiting,
        count(*) filter (where marked and ended_at is not null and not exists (
          select from case_events e where e.company = c.company and e.kind = c.kind and e.case_id = c.id
            and e.body->>'form' = 'myndighet'))::int as wrong
      from cases c where kind = 'avvikelser' group by company order by company`.execute(portal.db)
    expect(found).toHaveLength(4)
    for (const { company, ended, late, waiting, wrong } of found)
      expect([company, ended > 3, late > 0, waiting > 0, wrong]).toEqual([company, true, true, true, 0])
  })

  test('the migration opens the cases that the reports would have opened', async () => {
    const read = async () =>
      (
        await sql`select number, category, about, area, reporter_id, responsible_id, state, ended_at is not null as ended
          from cases where kind = 'avvikelser' order by company, id`.execute(portal.db)
      ).rows
    const before = await read()
    await sql`delete from cases where kind = 'avvikelser'`.execute(portal.db)
    await sql`alter table incidents drop column insurance_category`.execute(portal.db)
    await casesOfDeviations.up(portal.db)
    await injuredInDamages.up(portal.db)
    expect(await read()).toEqual(before)
  })
})

describe('a report that the office writes down', () => {
  const enter = async (userName: string, call: string, fields: object) =>
    portal.send(userName, 'POST', `/api/kontor/avvikelser/anmal/${call}`, {
      body: { reporterId: await idOf('anna'), way: 'telefon', ...fields },
    })

  test('is the employee’s own, with the manager it would have had, and stays closed to whoever wrote it', async () => {
    const sent = await enter('emil', 'hotochvald', payloads.addhotochvald('Buss 2116'))
    expect(sent.status).toBe(200)
    const { nummer } = sent.body.result
    expect(await own(nummer)).toMatchObject({
      egen: true,
      skapadAv: 'Anna Lindgren',
      incidentAnsvarig: 'Cecilia Wikström',
      inskrivenAv: 'Emil Vestman, trafikledare',
    })
    expect([await status('cecilia', nummer), await status('emil', nummer)]).toEqual([200, 404])
    expect((await one('cecilia', nummer)).events[1]).toMatchObject({ type: 'entered', by: 'Emil Vestman' })
  })

  test('has each kind of form, checked as the employee’s', async () => {
    for (const [call, body] of [
      ['arbetsmiljo', payloads.addarbetsmiljo('Buss 2116')],
      ['trafikinformation', payloads.addtrafikinformation()],
      ['fordonsskada', payloads.addfordonsskada('Buss 2116')],
    ] as const)
      expect([call, (await enter('emil', call, body)).status]).toEqual([call, 200])
    const wrong = await enter('emil', 'fordonsskada', payloads.addfordonsskada('Buss 9999'))
    expect([wrong.status, wrong.body.modelState.Fordon]).toEqual([400, [expect.any(String)]])
    expect((await enter('roger', 'hotochvald', payloads.addhotochvald('Buss 2116'))).status).toBe(403)
  })
})

test('a report with a measure that is to be checked is merged into no other one, where nobody would see it', async () => {
  const [main, child] = [await traffic(), await traffic()]
  const ansvarig = await idOf('roger')
  expect((await fill('emil', child, 'atgard', { atgard: 'Ny lampa', ansvarig, klart: '2026-11-20' })).status).toBe(200)
  const merge = async (number: string, into: string) =>
    post('monica', 'slaihop', { number, version: (await one('monica', number)).version, into })
  const refusal = await merge(child, main)
  expect([refusal.status, refusal.body.modelState.into]).toEqual([400, [expect.stringContaining('ska kontrolleras')]])
  // If both reports have such a measure, they cannot be merged either way until one of the measures has been checked.
  const measure = { atgard: 'Ny skylt', ansvarig, klart: '2026-11-20' }
  expect((await fill('emil', main, 'atgard', measure)).status).toBe(200)
  for (const [number, into] of [
    [child, main],
    [main, child],
  ] as const) {
    const { status: refused, body } = await merge(number, into)
    expect([refused, body.modelState.into]).toEqual([400, [expect.stringContaining('måste kontrolleras först')]])
  }
  expect((await fill('emil', main, 'atgard', { ...measure, kontrollerad: '2026-11-21' }, 1)).status).toBe(200)
  expect((await merge(main, child)).status).toBe(200)
})

test('of merged reports the one that is kept longer is a case of its own when the other one is removed', async () => {
  const main = await traffic()
  const child = await reported('addarbetsmiljo', {})
  const { version } = await one('monica', child)
  expect((await post('monica', 'slaihop', { number: child, version, into: main })).status).toBe(200)
  expect((await answer('monica', main, { state: 'Avslutad', text: 'Klart.' })).status).toBe(200)
  const later = new Date('2029-12-01T12:00:00Z')
  await forgetEnded({ db: portal.db, clock: () => later }, deviationQueue)
  expect([await status('monica', main), await status('monica', child)]).toEqual([404, 200])
  expect(await rows('monica', `?sok=${child}`)).toContain(child)
})

test('where somebody is injured it is kept for ten years, also if its category is kept shorter', async () => {
  const ended = async (number: string) => {
    for (const { name, open: mayFill } of (await one('eva', number)).forms)
      if (mayFill && (name === 'myndighet' || name === 'arbetsskada'))
        expect((await fill('eva', number, name, receipt)).status).toBe(200)
    expect((await answer('eva', number, { state: 'Avslutad', text: 'Klart.' })).status).toBe(200)
    return number
  }
  const kept = async (number: string) =>
    (await one('eva', number)).details.find(({ label }) => label === 'Sparas')?.value.replace(/\..*/, '')
  const bullied = { VadHande: [{ id: 'krankning', label: 'Kränkande behandling', order: 1, value: true }] }
  const injured = await ended(await work({ ...bullied, Personskador: true }))
  const passenger = await ended(
    await reported('addhotochvald', { ExternaPersonskadorInfo: 'En resenär fick ett slag.' }),
  )
  const nobody = await ended(await reported('addhotochvald', { ExternaPersonskadorInfo: ' ' }))
  const unhurt = await ended(await bullying())
  const all = [injured, passenger, nobody, unhurt]
  expect(await Promise.all(all.map(kept))).toEqual(
    ['2036', '2036', '2031', '2028'].map((year) => `till 21 november ${year}`),
  )
  const found = async (year: number, day: number) => {
    await forgetEnded({ db: portal.db, clock: () => new Date(Date.UTC(year, 10, day, 23)) }, deviationQueue)
    const states = await Promise.all(all.map((number) => status('eva', number)))
    return all.filter((_number, index) => states[index] === 200)
  }
  expect(await found(2028, 20)).toEqual(all)
  expect(await found(2028, 22)).toEqual([injured, passenger, nobody])
  expect(await found(2029, 22)).toEqual([injured, passenger, nobody])
  expect(await found(2031, 22)).toEqual([injured, passenger])
  expect(await found(2036, 20)).toEqual([injured, passenger])
  expect(await found(2036, 22)).toEqual([])
})
