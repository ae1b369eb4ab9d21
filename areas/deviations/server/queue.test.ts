// The queue of deviations: what only it has. What every queue does is tried in areas/vehicle-faults.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Case, CaseList, Counts } from '#core/cases/contract.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { testNow } from '../../../app/server/test-template.ts'
import type { Deviation } from '../contract/list.ts'
import type { YearSummary } from '../contract/year.ts'
import { casesOfDeviations } from './migrations/2026-12-31-deviation-cases.ts'
import { injuredInDamages } from './migrations/2027-01-27-injured-in-damages.ts'
import { type AddCall, payloads } from './payloads-fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await sql`delete from role_assignments`.execute(portal.db)
  for (const [userName, role, area] of [
    ['monica', 'omradeschef', null],
    ['roger', 'verkstad', null],
    ['emil', 'trafikledare', null],
    ['eva', 'hr', null],
    ['sirpa', 'skyddsombud', 'Umeå'],
    ['marika', 'skyddsombud', 'Kiruna'],
    ['jenny', 'it', null],
    ['magnus', 'omradeschef', null],
    ['christina', 'hr', null],
  ] as const)
    await giveRole(portal.db, userName, role, { area })
  // Whoever is responsible for what Anna reports, and no longer anything else.
  await sql`update employees set manager_id = (select id from employees where user_name = 'cecilia')
    where user_name = 'anna'`.execute(portal.db)
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = testNow
})

const at = (path: string) => `/api/kontor/arenden/avvikelser/${path}`
const get = (userName: string, path: string) => portal.send(userName, 'GET', at(path))
const post = (userName: string, path: string, body: object) => portal.send(userName, 'POST', at(path), { body })
const one = async (userName: string, number: string): Promise<Case> =>
  (await get(userName, `arende?nummer=${number}`)).body.result
const status = async (userName: string, number: string) => (await get(userName, `arende?nummer=${number}`)).status
const rows = async (userName: string, query = ''): Promise<string[]> =>
  ((await get(userName, `lista${query}`)).body.result as CaseList).rows.map(({ number }) => number)
const open = async (userName: string) =>
  ((await get(userName, 'antal')).body.result as Counts).find(({ view }) => view === 'oppna')?.count
const own = async (number: string): Promise<Deviation | undefined> =>
  ((await portal.send('anna', 'GET', '/api/incident/list')).body.result as Deviation[]).find(
    ({ nummer }) => nummer === number,
  )
const answer = async (userName: string, number: string, fields: object) => {
  const { version } = await one(userName, number)
  return post(userName, 'svara', { number, version, state: null, text: '', asks: false, ...fields })
}
const fill = async (userName: string, number: string, form: string, values: object, item: number | null = null) => {
  const { version } = await one(userName, number)
  return post(userName, 'blankett', { number, version, form, item, values })
}
async function reported(call: AddCall, fields: object = {}): Promise<string> {
  const body = { ...payloads[call]('Buss 2116'), ...fields }
  const sent = await portal.send('anna', 'POST', `/api/incident/${call}`, { body })
  expect(sent.status).toBe(200)
  return sent.body.result.nummer
}
const threat = () => reported('addhotochvald')
const traffic = () => reported('addtrafikinformation')
const work = (fields: object) => reported('addarbetsmiljo', fields)
const bullying = () =>
  work({ VadHande: [{ id: 'krankning', label: 'Kränkande behandling', order: 1, value: true }], Personskador: false })
const receipt = { bedomning: 'Anmäld', kvittens: 'AV-2026-4711', anmald: '2026-11-21' }
const idOf = async (userName: string) =>
  (await sql<{ id: string }>`select id from employees where user_name = ${userName}`.execute(portal.db)).rows[0]?.id ??
  ''

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
    expect((await own(await threat()))?.handlaggs).toBeNull()
    const { body: alerts } = await portal.send('cecilia', 'GET', '/api/incident/getincidentalerts')
    expect(JSON.stringify(alerts)).not.toContain(number)
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

describe('a serious event', () => {
  test('ends only with a receipt or a written assessment', async () => {
    const number = await threat()
    const found = await one('eva', number)
    expect(found).toMatchObject({ marked: true, mark: null, clock: { what: 'Kontakt med anmälaren' } })
    expect(found.demands).toHaveLength(1)
    const end = { state: 'Avslutad', text: 'Händelsen är polisanmäld.' }
    const refused = await answer('eva', number, end)
    expect([refused.status, refused.body.modelState.state[0]]).toEqual([
      400,
      expect.stringContaining('Arbetsmiljöverket'),
    ])
    expect((await one('eva', number)).state.name).toBe('Ny')
    expect((await fill('eva', number, 'myndighet', { bedomning: 'Anmäld' })).body.modelState).toHaveProperty('kvittens')
    expect((await fill('eva', number, 'myndighet', { bedomning: 'Ska inte anmälas' })).body.modelState).toHaveProperty(
      'motivering',
    )
    expect((await fill('eva', number, 'myndighet', receipt)).status).toBe(200)
    expect(await one('eva', number)).toMatchObject({ demands: [], clock: { what: 'Kontakt med anmälaren' } })
    expect((await answer('eva', number, end)).status).toBe(200)
    expect((await one('eva', number)).marked).toBe(true)
  })

  test('is late a day after it came, whoever has been answered', async () => {
    const number = await work({
      VadHande: [{ id: 'tillbud', label: 'Tillbud', order: 0, value: true }],
      Personskador: false,
    })
    await answer('monica', number, { text: 'Tack, vi utreder.' })
    portal.clock.now = new Date(testNow.getTime() + 25 * 3_600_000)
    expect(await one('monica', number)).toMatchObject({ clock: { what: 'Arbetsmiljöverket', kind: 'late' } })
    await fill('monica', number, 'myndighet', { bedomning: 'Ska inte anmälas', motivering: 'Ingen var i närheten.' })
    expect(await one('monica', number)).toMatchObject({ clock: { what: 'Klart', kind: 'ok' }, demands: [] })
  })

  test('has in the log what a form said before and says now, of texts only that they were changed', async () => {
    const number = await work({ Personskador: true })
    const last = async () =>
      (
        await sql`select before, after from audit where what = 'case.filled' and object_id = ${number}
          order by id desc limit 1`.execute(portal.db)
      ).rows[0]
    await fill('eva', number, 'myndighet', receipt)
    expect(await last()).toEqual({
      before: {},
      after: {
        form: 'Arbetsmiljöverket',
        Bedömning: 'Anmäld',
        Kvittensnummer: 'AV-2026-4711',
        'Anmäld den': '2026-11-21',
      },
    })
    await fill('eva', number, 'myndighet', { bedomning: 'Ska inte anmälas', motivering: 'Per slog i knät.' })
    expect(await last()).toEqual({
      before: { Bedömning: 'Anmäld', Kvittensnummer: 'AV-2026-4711', 'Anmäld den': '2026-11-21' },
      after: { form: 'Arbetsmiljöverket', Bedömning: 'Ska inte anmälas', Motivering: '(skriven text)' },
    })
    await fill('eva', number, 'atgard', { atgard: 'Sanda', ansvarig: await idOf('eva'), klart: '2026-12-20' })
    await fill('eva', number, 'atgard', { atgard: 'Sanda mer', ansvarig: await idOf('eva'), klart: '2026-12-21' }, 1)
    expect(await last()).toEqual({
      before: { Åtgärd: '(skriven text)', 'Klart senast': '2026-12-20' },
      after: { form: 'Åtgärder', item: 1, Åtgärd: '(skriven text)', 'Klart senast': '2026-12-21' },
    })
  })

  test('with an injury needs a second receipt', async () => {
    const number = await work({ Personskador: true })
    await fill('eva', number, 'myndighet', receipt)
    const end = { state: 'Avslutad', text: 'Trappan är lagad.' }
    expect((await answer('eva', number, end)).body.modelState.state[0]).toContain('Arbetsskada')
    await fill('eva', number, 'arbetsskada', { ...receipt, kvittens: 'FK-99', samrad: await idOf('sirpa') })
    expect((await answer('eva', number, end)).status).toBe(200)
  })

  test('of any kind is seen by the skyddsombud of the area, by role', async () => {
    const number = await reported('addfordonsskada', { Personskadekontaktuppgifter: 'Per, 070-1' })
    const found = await one('sirpa', number)
    expect(found.marked).toBe(true)
    expect(found.details).toContainEqual(expect.objectContaining({ label: 'Skyddsombud med insyn' }))
    expect(JSON.stringify(found)).not.toContain('070-1')
    expect(JSON.stringify(await one('cecilia', number))).toContain('070-1')
    expect(await status('marika', number)).toBe(404)
  })

  test('is unread for the skyddsombud of the area until it is opened, and the case says since when it is read', async () => {
    const copy = async (number: string) =>
      (await one('eva', number)).details.find(({ label }) => label === 'Skyddsombud med insyn')
    const unread = async (userName: string, number: string) => {
      const row = ((await get(userName, 'lista?vy=oppna')).body.result as CaseList).rows.find(
        (each) => each.number === number,
      )
      const view = ((await get(userName, 'antal')).body.result as Counts).find((each) => each.view === 'oppna')
      return [row?.unread, view?.unread]
    }
    const number = await work({ Personskador: true })
    expect(await copy(number)).toMatchObject({ value: expect.stringMatching(/Sirpa .*: inte läst än/), alert: true })
    expect([await unread('sirpa', number), await unread('eva', number)]).toEqual([
      [true, true],
      [false, false],
    ])
    await one('eva', number)
    expect((await unread('sirpa', number))[0]).toBe(true)
    await one('sirpa', number)
    expect((await unread('sirpa', number))[0]).toBe(false)
    expect(await copy(number)).toMatchObject({
      value: expect.stringMatching(/Sirpa .*: läst lördag 21 november 12:00/),
      alert: false,
    })
    // What becomes serious is told again.
    const other = await work({ Personskador: false })
    await one('sirpa', other)
    const { version } = await one('cecilia', other)
    await post('cecilia', 'mark', { number: other, version, on: true, text: '' })
    expect((await unread('sirpa', other))[0]).toBe(true)
    expect((await copy(other))?.value).toContain('inte läst än')
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
      { item: 1, late: expect.stringContaining('20 november') },
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
    // A case that has ended waits for its check all the same.
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

describe('who has sent a case', () => {
  const reveal = (userName: string, number: string, reason = 'Skyddsrond i morgon, måste prata med den drabbade.') =>
    post(userName, 'visaanmalare', { number, reason })
  const named = async () =>
    (
      await sql<{ first: string; last: string }>`
        select first_name as first, last_name as last from employees where user_name = 'anna'`.execute(portal.db)
    ).rows[0]!

  test('is hidden from the skyddsombud wherever the case is read, also where somebody wrote the name', async () => {
    const { first, last } = await named()
    const number = await work({
      VarNagot: [{ id: 'egen', label: `${first}s stol är trasig, ${first} ${last}`, order: 1000, value: true }],
    })
    await answer('monica', number, { state: 'Mottagen', text: `Hej ${first}! Vi ordnar en ny stol.` })
    await fill('monica', number, 'atgard', {
      atgard: `Ny stol till ${first}`,
      ansvarig: await idOf('roger'),
      klart: '2026-11-20',
    })
    await post('monica', 'anteckna', { number, text: `Ringde fru ${last}.` })
    const found = await one('sirpa', number)
    expect(found).toMatchObject({ masked: true, reporter: 'Dold anmälare' })
    expect(found.events[0]).toMatchObject({ type: 'received', by: 'Dold anmälare' })
    expect(found.details.map(({ value }) => value).join()).toContain('[dolt namn]s stol är trasig, [dolt namn]')
    const list = (await get('sirpa', `lista?sok=${number}`)).body.result as CaseList
    expect(list.rows.map((row) => row.number)).toEqual([number])
    const table = (await get('sirpa', 'tabell')).body.result.text as string
    expect(table).toContain(number)
    const year = (await portal.send('sirpa', 'GET', '/api/kontor/avvikelser/ar?year=2026')).body
    expect(JSON.stringify(year)).toContain('Ny stol till')
    const all = JSON.stringify([found, list, table, year])
    for (const name of [first, last, await idOf('anna')]) expect(all).not.toContain(name)
    expect((await get('sirpa', `lista?sok=${encodeURIComponent(last)}`)).body.result.rows).toEqual([])
    expect(JSON.stringify(await one('monica', number))).toContain(`${first} ${last}`)
    expect(await one('monica', number)).toMatchObject({ masked: false })
  })

  test('is not found by the name, and not told by a colleague’s, by small letters or by why something is hidden', async () => {
    const { first, last } = await named()
    await sql`update employees set first_name = ${first} where user_name = 'roger'`.execute(portal.db)
    const number = await reported('addfordonsskada', {
      HandelseBeskrivning: `Backade på grinden. mvh ${first.toLowerCase()}, ${first.toLowerCase()}.${last.toLowerCase()}@linjen.se`,
    })
    expect((await post('monica', 'mark', { number, version: 0, on: true, text: '' })).status).toBe(200)
    await fill('monica', number, 'atgard', {
      atgard: 'Laga grinden',
      ansvarig: await idOf('roger'),
      klart: '2026-12-20',
    })
    const { version } = await one('monica', number)
    const hidden = { number, version, part: 'text', from: 0, words: 'Backade', why: `${first} ${last} bad om det` }
    expect((await post('monica', 'dolj', hidden)).status).toBe(200)
    const found = await one('sirpa', number)
    expect(found).toMatchObject({ masked: true, text: '████ på grinden. mvh [dolt namn], [dolt namn]@linjen.se' })
    expect(found.redactions).toMatchObject([{ why: '[dolt namn] bad om det' }])
    // Otherwise what is left of it would be the name.
    expect(JSON.stringify(found.forms)).toContain(`${first} Granström`)
    for (const [word, numbers] of [
      [first, []],
      [last, []],
      [`${first} ${last}`, []],
      ['grinden', [number]],
    ] as const) {
      const sought = encodeURIComponent(word)
      expect([word, await rows('sirpa', `?sok=${sought}`)]).toEqual([word, numbers])
      const { body } = await portal.send('sirpa', 'GET', `/api/kontor/sok?q=${sought}`)
      const all = body.result.rows.map((row: { number: string }) => row.number)
      expect(all.filter((each: string) => each.startsWith('A-'))).toEqual(numbers)
      const view = { id: null, name: word, role: null, query: { sok: word } }
      expect((await post('sirpa', 'sparavy', view)).status).toBe(200)
    }
    const { views } = (await get('sirpa', 'vyer')).body.result
    expect(views.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual(
      expect.arrayContaining([
        [first, 0],
        [last, 0],
        ['grinden', 1],
      ]),
    )
    await sql`update employees set first_name = 'Roger' where user_name = 'roger'`.execute(portal.db)
  })

  test('stays hidden when the employee has moved to another company of the group', async () => {
    const number = await work({ Personskador: false })
    const reporter = (id: string) =>
      sql`update cases set reporter_id = ${id} where company = 'norr' and number = ${number}`.execute(portal.db)
    await reporter(await idOf('christina'))
    expect(await one('sirpa', number)).toMatchObject({ masked: true, reporter: 'Dold anmälare' })
    await reporter(await idOf('anna'))
  })

  test('is not told by what the reporter does for the office in the own case, or by what a photo is called', async () => {
    const number = await work({ Personskador: false })
    await sql`update cases set reporter_id = ${await idOf('monica')} where company = 'norr' and number = ${number}`.execute(
      portal.db,
    )
    await sql`
      insert into incident_pictures (name, employee_id, incident_id, short_name, stored, created_at)
      select ${'f'.repeat(32)}, reporter_id, id, 'monica_stol.jpg', true, now() from incidents
      where company = 'norr' and 'A-' || number = ${number}`.execute(portal.db)
    expect((await post('monica', 'tilldela', { number, version: 0, owner: 'jag' })).status).toBe(200)
    const measure = { atgard: 'Monica ordnar en stol', ansvarig: await idOf('monica'), klart: '2026-12-20' }
    expect((await fill('monica', number, 'atgard', measure)).status).toBe(200)
    const found = await one('sirpa', number)
    expect(found).toMatchObject({ masked: true, reporter: 'Dold anmälare', owner: { name: 'Monica Stenlund' } })
    expect(found.events).toMatchObject([
      { by: 'Dold anmälare' },
      { type: 'assigned', by: 'Monica Stenlund', to: 'Monica Stenlund' },
      { type: 'filled', by: 'Monica Stenlund' },
    ])
    expect(found.forms.find(({ name }) => name === 'atgard')?.filled[0]?.shown.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['[dolt namn] ordnar en stol', 'Monica Stenlund']),
    )
    expect(found.pictures).toMatchObject([{ shortName: '[dolt namn]_stol.jpg' }])
    await sql`update cases set reporter_id = ${await idOf('anna')} where company = 'norr' and number = ${number}`.execute(
      portal.db,
    )
  })

  test('is hidden on what is sensitive or serious too, and from nobody who handles it', async () => {
    const [hurt, serious] = [await threat(), await reported('addfordonsskada', { Personskadekontaktuppgifter: 'Per' })]
    for (const number of [hurt, serious]) expect(await one('sirpa', number)).toMatchObject({ masked: true })
    const { first } = await named()
    const own = await reported('addhotochvald', { HandelseBeskrivning: `Han kände igen mig: ${first}.` })
    expect((await one('sirpa', own)).text).toBe('Han kände igen mig: [dolt namn].')
    for (const userName of ['eva', 'cecilia']) expect(await one(userName, hurt)).toMatchObject({ masked: false })
  })

  test('is shown to who says why, in that case only, and the reporter reads who it was', async () => {
    const [number, other] = [await work({ Personskador: false }), await work({ Personskador: false })]
    const { first, last } = await named()
    expect((await reveal('sirpa', number, 'vill veta')).body.modelState).toHaveProperty('reason')
    expect(await one('sirpa', number)).toMatchObject({ masked: true })
    expect((await reveal('sirpa', number)).status).toBe(200)
    expect((await reveal('sirpa', number)).status).toBe(200)
    expect(await one('sirpa', number)).toMatchObject({ masked: false, reporter: `${first} ${last}` })
    expect(await one('sirpa', other)).toMatchObject({ masked: true })
    const { rows: told } = await sql<{ by: string; role: string; reason: string }>`
      select e.user_name as by, a.by_role as role, a.after->>'reason' as reason from audit a join employees e on e.id = a.by_id
      where a.what = 'case.revealed' and a.object_id = ${number}`.execute(portal.db)
    expect(told).toEqual([{ by: 'sirpa', role: 'skyddsombud', reason: expect.stringContaining('Skyddsrond') }])
    const { body } = await portal.send('anna', 'GET', '/api/user/profile/oppningar')
    expect(body.result[0]).toMatchObject({
      by: expect.stringMatching(/^Sirpa/),
      role: 'Skyddsombud',
      number,
      revealed: true,
    })
    expect(JSON.stringify(body.result)).not.toContain('Skyddsrond')
  })

  test('of another area, or company, is answered like an absent case', async () => {
    const number = await work({ Personskador: false })
    const absent = await reveal('sirpa', 'A-999999')
    for (const userName of ['marika', 'christina']) {
      const { status: code, body } = await reveal(userName, number)
      expect([userName, code, { ...body, timestamp: '' }]).toEqual([userName, 404, { ...absent.body, timestamp: '' }])
    }
    expect((await reveal('jenny', number)).status).toBe(403)
    const { rows: none } =
      await sql`select 1 from audit where what = 'case.revealed' and object_id = ${number}`.execute(portal.db)
    expect(none).toEqual([])
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

describe('what is hidden in a report', () => {
  test('is hidden in every text that somebody has written freely, and seen by whom the case names and HR', async () => {
    const number = await threat()
    const before = await one('cecilia', number)
    const { part = '' } = before.details.find(({ label }) => label === 'Andra som skadades') ?? {}
    expect(part).toBe('detail:ExternaPersonskadorInfo')
    expect(before.details.find(({ label }) => label === 'Fordon')?.part).toBe('detail:Fordon')
    const words = { number, from: 0, words: 'Ingen', why: 'Namn' }
    expect((await post('cecilia', 'dolj', { ...words, part, version: 0 })).status).toBe(200)
    const account = { number, part: 'text', from: 0, words: 'En resenär', why: 'Namn', version: 1 }
    expect((await post('cecilia', 'dolj', account)).status).toBe(200)
    const report = await own(number)
    expect(report?.typ === 'Hot och våld' && report.hotOchVald).toMatchObject({
      handelseBeskrivning: '████ hotade mig.',
      externaPersonskadorInfo: '████ skadades.',
    })
    const original = (userName: string) => get(userName, `original?nummer=${number}&del=text`)
    for (const userName of ['cecilia', 'eva'])
      expect((await original(userName)).body.result.text).toBe('En resenär hotade mig.')
    for (const userName of ['sirpa', 'monica', 'emil'])
      expect([userName, (await original(userName)).status]).toEqual([userName, 404])
  })

  test('is the place and what somebody added to a list too, also in what the case is found by', async () => {
    const work = { ...payloads.addarbetsmiljo('Buss 2116'), Plats: 'Utanför Kvastbergs på Storgatan 4' }
    await portal.send('anna', 'POST', '/api/incident/addarbetsmiljo', { body: work })
    const [report] = (await portal.send('anna', 'GET', '/api/incident/list')).body.result as Deviation[]
    const number = report!.nummer
    const { details } = await one('monica', number)
    for (const [label, words] of [
      ['Plats', 'Kvastbergs'],
      ['Eget svar', 'lampa'],
      ['Fordon', '2116'],
    ] as const) {
      const { part = '', value = '' } = details.find((each) => each.label === label) ?? {}
      const { version } = await one('monica', number)
      const from = value.indexOf(words)
      const hidden = await post('monica', 'dolj', { number, version, part, from, words, why: 'Namn' })
      expect([label, hidden.status]).toEqual([label, 200])
    }
    const found = await one('monica', number)
    expect(found.about).toBe('Utanför ████ på Storgatan 4')
    expect(JSON.stringify(found)).not.toMatch(/Kvastberg|lampa|2116/)
    expect(await own(number)).toMatchObject({
      plats: 'Utanför ████ på Storgatan 4',
      arbetsMiljo: { fordon: 'Buss ████', varNagot: ['Trasig ████'] },
    })
    for (const sok of ['Kvastbergs', 'Utanför Kvast']) {
      const sought = await portal.send('monica', 'GET', `/api/kontor/sok?q=${encodeURIComponent(sok)}`)
      expect(sought.body.result.rows).toEqual([])
    }
    const { version } = found
    const shown = await post('monica', 'visaigen', { number, version, part: 'place', why: 'Det är en butik' })
    expect(shown.status).toBe(200)
    expect((await one('monica', number)).about).toBe('Utanför Kvastbergs på Storgatan 4')
  })

  test('is taken out of what is filled in, also of how it was filled in before', async () => {
    const number = await traffic()
    const measure = { atgard: 'Kalle Persson sandar.', ansvarig: await idOf('roger'), klart: '2026-12-20' }
    await fill('emil', number, 'atgard', measure)
    await fill('emil', number, 'atgard', { ...measure, klart: '2026-12-22' }, 1)
    const shown = async () =>
      (await one('emil', number)).forms.find(({ name }) => name === 'atgard')?.filled[0]?.shown ?? []
    const { part = '', value = '' } = (await shown()).find(({ label }) => label === 'Åtgärd') ?? {}
    expect((await shown()).find(({ label }) => label === 'Ansvarig')?.part).toBeUndefined()
    const hide = async (what: object) => {
      const { version } = await one('emil', number)
      return post('emil', 'dolj', { number, version, part, from: 0, words: 'Kalle Persson', why: 'Namn', ...what })
    }
    expect((await hide({ part: part.replace('atgard', 'ansvarig'), words: measure.ansvarig })).status).toBe(404)
    expect((await hide({ part: part.replace('atgard', 'text') })).status).toBe(404)
    expect([value, (await hide({})).status]).toEqual([measure.atgard, 200])
    const found = await one('emil', number)
    expect(JSON.stringify(found)).not.toContain('Kalle')
    expect(found.events.at(-1)).toMatchObject({ type: 'redacted', to: 'en ifylld uppgift' })
    expect((await shown())[0]?.value).toBe('████ sandar.')
    const { rows: left } = await sql`
      select 1 from case_events e join cases c on c.company = e.company and c.kind = e.kind and c.id = e.case_id
      where c.number = ${number} and e.body::text like '%Kalle%'`.execute(portal.db)
    expect(left).toEqual([])
    // Whoever changes the form afterwards changes what is left of it, and the original stays for whom it is.
    const [{ item, values } = { item: 0, values: {} }] = found.forms.find(({ name }) => name === 'atgard')?.filled ?? []
    await fill('emil', number, 'atgard', { ...values, klart: '2026-12-24' }, item)
    expect((await shown())[0]?.value).toBe('████ sandar.')
    const original = await get('monica', `original?nummer=${number}&del=${encodeURIComponent(part)}`)
    expect(original.body.result.text).toBe(measure.atgard)
    const { version } = await one('monica', number)
    const back = await post('monica', 'visaigen', { number, version, part, why: 'Han är entreprenör' })
    expect([back.status, (await shown())[0]?.value]).toEqual([200, measure.atgard])
    // Written anew after it was hidden, and hidden again: each has its original, and none takes the place of what was written since.
    await hide({})
    await fill('emil', number, 'atgard', { ...values, atgard: 'Olle Persson saltar.' }, item)
    await hide({ words: 'Olle Persson' })
    const show = async (which: string) =>
      post('monica', 'visaigen', { number, version: (await one('monica', number)).version, part: which, why: 'Fel' })
    expect([(await show(part)).status, (await shown())[0]?.value]).toEqual([409, '████ saltar.'])
    const [first, second] = (await one('monica', number)).redactions.map((each) => each.part)
    expect([first, (await show(second ?? '')).status, (await shown())[0]?.value]).toEqual([
      part,
      200,
      'Olle Persson saltar.',
    ])
  })

  test('is taken out of what the reporter reads as its measure', async () => {
    const number = await traffic()
    await answer('emil', number, { text: 'Kalle flyttar stolpen.' })
    const { version, events } = await one('emil', number)
    const part = `event:${events.at(-1)!.seq}`
    expect((await post('emil', 'dolj', { number, version, part, from: 0, words: 'Kalle', why: 'Namn' })).status).toBe(
      200,
    )
    expect((await own(number))?.atgard).toBe('████ flyttar stolpen.')
  })
})
