// Serious events in the office: what must be written before one ends, and who has read it.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CaseList, Counts } from '#core/cases/contract.ts'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { testNow } from '../../../app/server/test-template.ts'
import { queueCalls, queuePortal, receipt } from './queue-fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await queuePortal()
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = testNow
})
const { get, post, one, status, own, answer, fill, reported, threat, work, idOf } = queueCalls(() => portal)

describe('a serious event', () => {
  test('whose measures somebody reads in the summary of the year has been opened, and its reporter is told', async () => {
    const number = await threat()
    const measure = { atgard: 'Larm på linjen efter hotet', ansvarig: await idOf('roger'), klart: '2026-12-20' }
    await fill('eva', number, 'atgard', measure)
    const openings = async () =>
      (await portal.send('anna', 'GET', '/api/user/profile/oppningar')).body.result as { by: string }[]
    expect((await openings()).some(({ by }) => by.startsWith('Sirpa'))).toBe(false)
    const year = await portal.send('sirpa', 'GET', '/api/kontor/avvikelser/ar?year=2026')
    expect(JSON.stringify(year.body)).toContain('Larm på linjen')
    expect((await openings()).some(({ by }) => by.startsWith('Sirpa'))).toBe(true)
  })

  test('is found by its number, and neither by its place nor among what else happened there', async () => {
    const number = await threat()
    const found = async (userName: string, query: string) =>
      ((await get(userName, `lista?${query}`)).body.result as CaseList).rows.map((row) => row.number)
    const place = encodeURIComponent('Umeå busstation')
    for (const query of [`sok=${place}`, `om=${place}`]) expect(await found('sirpa', query)).not.toContain(number)
    expect(await found('sirpa', `sok=${number}`)).toContain(number)
  })

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
        Kvittensnummer: '(skriven text)',
        'Anmäld den': '2026-11-21',
      },
    })
    await fill('eva', number, 'myndighet', { bedomning: 'Ska inte anmälas', motivering: 'Per slog i knät.' })
    expect(await last()).toEqual({
      before: { Bedömning: 'Anmäld', Kvittensnummer: '(skriven text)', 'Anmäld den': '2026-11-21' },
      after: { form: 'Arbetsmiljöverket', Bedömning: 'Ska inte anmälas', Motivering: '(skriven text)' },
    })
    await fill('eva', number, 'atgard', { atgard: 'Sanda', ansvarig: await idOf('eva'), klart: '2026-12-20' })
    await fill('eva', number, 'atgard', { atgard: 'Sanda mer', ansvarig: await idOf('eva'), klart: '2026-12-21' }, 1)
    expect(await last()).toEqual({
      before: { Åtgärd: '(skriven text)', 'Klart senast': '2026-12-20' },
      after: { form: 'Åtgärder', item: 1, Åtgärd: '(skriven text)', 'Klart senast': '2026-12-21' },
    })
  })

  test('keeps the clock of the authority when it is merged into a case that was not serious', async () => {
    const near = { VadHande: [{ id: 'tillbud', label: 'Tillbud', order: 0, value: true }], Personskador: false }
    const child = await work(near)
    const hours = (count: number) => new Date(testNow.getTime() + count * 3_600_000)
    portal.clock.now = hours(2)
    const main = await work({ Personskador: false })
    portal.clock.now = hours(30)
    const late = { what: 'Arbetsmiljöverket', kind: 'late', minutes: -6 * 60 }
    const { version, clock } = await one('monica', child)
    expect(clock).toEqual(late)
    expect((await post('monica', 'slaihop', { number: child, version, into: main })).status).toBe(200)
    const found = await one('monica', main)
    expect([found.marked, found.clock]).toEqual([true, late])
    expect(found.events.filter(({ type }) => type === 'marked').map(({ to, text }) => [to, text])).toEqual([
      ['Allvarlig händelse', null],
    ])
  })

  test('with a receipt is merged into no case without one, where the receipt would not count', async () => {
    const near = { VadHande: [{ id: 'tillbud', label: 'Tillbud', order: 0, value: true }], Personskador: false }
    const [main, child] = [await work(near), await work(near)]
    const merge = async (number: string, into: string) =>
      post('monica', 'slaihop', { number, version: (await one('monica', number)).version, into })
    const reportedToAuthority = async () =>
      (await portal.send('monica', 'GET', '/api/kontor/avvikelser/ar?year=2026')).body.result.authority.reported
    const before = await reportedToAuthority()
    expect((await fill('monica', child, 'myndighet', receipt)).status).toBe(200)
    const refusal = await merge(child, main)
    expect([refusal.status, refusal.body.modelState.into]).toEqual([
      400,
      [`${child} har Arbetsmiljöverket ifyllt. Slå ihop åt andra hållet.`],
    ])
    // If the other way is refused too, the refusal says what has to be filled in.
    const investigation = {
      orsak: 'Is',
      risk: 'Låg',
      atgard: 'Sanda',
      ansvarig: await idOf('roger'),
      datum: '2026-12-20',
    }
    expect((await fill('monica', main, 'utredning', investigation)).status).toBe(200)
    for (const [number, into, form] of [
      [child, main, 'Arbetsmiljöverket'],
      [main, child, 'Utredning'],
    ] as const)
      expect((await merge(number, into)).body.modelState.into).toEqual([
        `${number} har ${form} ifyllt. Fyll i det i ${into} först.`,
      ])
    expect((await fill('monica', child, 'utredning', investigation)).status).toBe(200)
    expect((await merge(main, child)).status).toBe(200)
    expect((await one('monica', child)).demands).toEqual([])
    expect(await reportedToAuthority()).toBe(before + 1)
  })

  describe('with a form that the other case does not have', () => {
    const merge = async (number: string, into: string) =>
      post('monica', 'slaihop', { number, version: (await one('monica', number)).version, into })
    const refusalOf = async (number: string, into: string) => (await merge(number, into)).body.modelState?.into
    const mark = async (number: string) =>
      post('monica', 'mark', { number, version: (await one('monica', number)).version, on: true, text: '' })

    test('is merged once the other case is marked and has it too, and in no other way', async () => {
      const [traffic, environment] = [await reported('addtrafikinformation'), await work({ Personskador: false })]
      await mark(traffic)
      expect((await fill('monica', traffic, 'myndighet', receipt)).status).toBe(200)
      expect((await fill('monica', environment, 'arbetsskada', receipt)).status).toBe(200)
      expect(await refusalOf(traffic, environment)).toEqual([
        `${traffic} har Arbetsmiljöverket ifyllt. Märk ${environment} med ”Allvarlig händelse” och fyll i det där först.`,
      ])
      expect(await refusalOf(environment, traffic)).toEqual([
        `${environment} har Arbetsskada ifyllt, och ${traffic} har ingen sådan blankett. Slå ihop åt andra hållet.`,
      ])
      expect((await mark(environment)).status).toBe(200)
      expect((await fill('monica', environment, 'myndighet', receipt)).status).toBe(200)
      expect((await merge(traffic, environment)).status).toBe(200)
    })

    test('has the other one merged into it once that one’s measure has been checked', async () => {
      const [traffic, environment] = [await reported('addtrafikinformation'), await work({ Personskador: false })]
      expect((await fill('monica', environment, 'arbetsskada', receipt)).status).toBe(200)
      const measure = { atgard: 'Sanda', ansvarig: await idOf('roger'), klart: '2026-12-20' }
      expect((await fill('monica', traffic, 'atgard', measure)).status).toBe(200)
      expect(await refusalOf(environment, traffic)).toEqual([
        `${environment} har Arbetsskada ifyllt, och ${traffic} har ingen sådan blankett. Slå ihop åt andra hållet när åtgärden i ${traffic} är kontrollerad.`,
      ])
      const checked = { ...measure, kontrollerad: '2026-11-20' }
      expect((await fill('monica', traffic, 'atgard', checked, 1)).status).toBe(200)
      expect((await merge(traffic, environment)).status).toBe(200)
    })

    test('is not merged with one that has such a form too', async () => {
      const damage = await reported('addfordonsskada')
      const environment = await work({ Personskador: false, Plats: 'Buss 2116' })
      expect((await fill('monica', environment, 'arbetsskada', receipt)).status).toBe(200)
      expect((await fill('monica', damage, 'forsakring', { kategori: 'Fordonsskada' })).status).toBe(200)
      for (const [number, into, form] of [
        [damage, environment, 'Försäkring'],
        [environment, damage, 'Arbetsskada'],
      ] as const)
        expect(await refusalOf(number, into)).toEqual([
          `${number} har ${form} ifyllt, och ${into} har ingen sådan blankett. Ärendena kan inte slås ihop.`,
        ])
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

  test('of any kind, and what is about the work environment, has its openings read by its reporter', async () => {
    const told = async (number: string) =>
      (await portal.send('anna', 'GET', '/api/user/profile/oppningar')).body.result.flatMap(
        (each: { number: string; by: string; role: string }) =>
          each.number === number ? `${each.by}, ${each.role}` : [],
      )
    const environment = await work({ Personskador: false })
    for (const userName of ['monica', 'sirpa', 'monica']) await one(userName, environment)
    expect(await told(environment)).toEqual([
      'Sirpa Niskanen (31122), Skyddsombud',
      'Monica Stenlund (31014), Områdeschef',
    ])
    const usual = await reported('addtrafikinformation')
    await one('monica', usual)
    expect(await told(usual)).toEqual([])
    const { version } = await one('monica', usual)
    expect(
      (await post('monica', 'mark', { number: usual, version, on: true, text: 'Stolpen föll över en resenär.' }))
        .status,
    ).toBe(200)
    await one('monica', usual)
    await one('sirpa', usual)
    expect(await told(usual)).toEqual(['Sirpa Niskanen (31122), Skyddsombud', 'Monica Stenlund (31014), Områdeschef'])
  })

  test('of any kind, and what is about the work environment, shows nothing but its place of the report in a list', async () => {
    const listed = async (userName: string, query: string, number: string) =>
      ((await get(userName, `lista?${query}`)).body.result as CaseList).rows.find((row) => row.number === number)
    const environment = await work({ Personskador: false })
    const [place] = (await listed('monica', 'vy=oppna', environment))!.facts
    expect(place).toBeTruthy()
    expect(await listed('monica', 'vy=oppna', environment)).toMatchObject({
      title: 'Arbetsmiljöfrågor',
      facts: [place],
    })
    const usual = await reported('addtrafikinformation')
    const before = (await listed('monica', 'vy=oppna', usual))!.facts
    expect(before.at(-1)).toBe('Stolpen ligger på marken.')
    const { version } = await one('monica', usual)
    await post('monica', 'mark', { number: usual, version, on: true, text: 'Stolpen föll över en resenär.' })
    for (const userName of ['monica', 'sirpa'])
      expect(await listed(userName, 'vy=markta', usual)).toMatchObject({
        facts: before.slice(0, -1),
        marked: true,
      })
    expect((await get('sirpa', 'tabell?vy=markta')).body.result.text).not.toContain('Stolpen ligger på marken.')
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
      value: expect.stringMatching(/Sirpa .*: läst 21 november 2026 12:00/),
      alert: false,
    })
    // A case that becomes serious is unread again.
    const other = await work({ Personskador: false })
    await one('sirpa', other)
    const { version } = await one('cecilia', other)
    await post('cecilia', 'mark', { number: other, version, on: true, text: '' })
    expect((await unread('sirpa', other))[0]).toBe(true)
    expect((await copy(other))?.value).toContain('inte läst än')
  })
})

test('a serious event that the responsible manager opens in the office is no longer to be read at home', async () => {
  const number = await threat()
  const { id } = (await own(number))!
  const alerted = async () =>
    ((await portal.send('cecilia', 'GET', '/api/incident/larm')).body.result as { id: number }[]).some(
      (alert) => alert.id === id,
    )
  const unread = async () =>
    ((await portal.send('cecilia', 'GET', '/api/incident/list')).body.result as { id: number; olast: boolean }[]).find(
      (report) => report.id === id,
    )?.olast
  await one('eva', number)
  expect([await alerted(), await unread()]).toEqual([true, true])
  await one('cecilia', number)
  expect([await alerted(), await unread()]).toEqual([false, false])
})

describe('what a form said before', () => {
  const first = { bedomning: 'Ingen arbetsskada', motivering: 'Anna Lindgren arbetade vidare.' }
  const second = { bedomning: 'Anmäld', kvittens: 'FK-99', anmald: '2026-11-21' }
  const said = async (userName: string, number: string) =>
    (await one(userName, number)).events.filter(({ type }) => type === 'filled').map(({ shown }) => shown)

  test('stays in the history of the case, as it is read, with a hidden name hidden', async () => {
    const number = await work({ Personskador: true })
    await fill('eva', number, 'arbetsskada', first)
    await fill('eva', number, 'arbetsskada', { ...second, samrad: await idOf('eva') })
    expect(await said('eva', number)).toEqual([
      [
        { label: 'Bedömning', value: 'Ingen arbetsskada' },
        { label: 'Motivering', value: first.motivering },
      ],
      [
        { label: 'Bedömning', value: 'Anmäld' },
        { label: 'Kvittensnummer', value: 'FK-99' },
        { label: 'Anmäld den', value: '21 november 2026' },
        { label: 'Samråd med', value: expect.stringMatching(/^Eva /) },
      ],
    ])
    const [before, now] = await said('sirpa', number)
    expect(before).toContainEqual({ label: 'Motivering', value: '[dolt namn] arbetade vidare.' })
    expect(now).toContainEqual({ label: 'Samråd med', value: expect.stringMatching(/^Eva /) })
    for (const event of (await one('eva', number)).events.filter(({ type }) => type !== 'filled'))
      expect(event.shown).toEqual([])
  })

  test('has hidden words hidden', async () => {
    const number = await work({ Personskador: true })
    for (const motivering of ['Per slog i knät.', 'Per slog i knät, inget mer.'])
      await fill('eva', number, 'arbetsskada', { ...first, motivering })
    const { version, forms } = await one('eva', number)
    const part = forms.find(({ name }) => name === 'arbetsskada')?.filled[0]?.shown.find((each) => each.part)?.part
    const hidden = { number, version, part, from: 0, words: 'Per', why: 'Namn på en resenär' }
    expect((await post('eva', 'dolj', hidden)).status).toBe(200)
    expect((await said('eva', number)).map((shown) => shown.at(-1)?.value)).toEqual([
      '████ slog i knät.',
      '████ slog i knät, inget mer.',
    ])
  })
})

describe('what turns out to be serious afterwards', () => {
  const hours = (count: number) => new Date(testNow.getTime() + count * 3_600_000)

  test('opens the ended case again, with the form and the clock of the authority from then', async () => {
    const number = await work({ Personskador: false })
    await answer('monica', number, { state: 'Avslutad', text: 'Trappan är sandad.' })
    const { version, mark, actions } = await one('monica', number)
    expect([mark, actions.includes('mark')]).toEqual(['Allvarlig händelse', true])
    portal.clock.now = hours(24 * 30)
    const serious = { number, version, on: true, text: 'Förbipasserande ligger på sjukhus.' }
    expect((await post('monica', 'mark', serious)).status).toBe(200)
    const found = await one('monica', number)
    expect(found).toMatchObject({
      marked: true,
      ended: false,
      mark: null,
      state: { name: 'Åtgärdas' },
      clock: { what: 'Arbetsmiljöverket', minutes: 24 * 60 },
    })
    expect(found.demands).toHaveLength(1)
    expect(found.events.slice(-2).map(({ type, to }) => [type, to])).toEqual([
      ['marked', 'Allvarlig händelse'],
      ['state', 'Åtgärdas'],
    ])
    expect((await own(number))?.atgard).toContain('Ärendet är öppnat igen.')
    portal.clock.now = hours(24 * 31 + 1)
    expect((await one('monica', number)).clock).toMatchObject({ what: 'Arbetsmiljöverket', kind: 'late' })
    await fill('monica', number, 'myndighet', { bedomning: 'Ska inte anmälas', motivering: 'Ett gammalt benbrott.' })
    // Its ten working days begin at the mark, so the months before it do not count.
    await sql`update cases set received_at = received_at - interval '60 days' where number = ${number}`.execute(
      portal.db,
    )
    const { clock } = await one('monica', number)
    expect(clock).toMatchObject({ what: 'Klart', kind: 'ok' })
    portal.clock.now = new Date(portal.clock.now.getTime() + (clock!.minutes - 60) * 60_000)
    expect((await one('monica', number)).clock).toMatchObject({ what: 'Klart', kind: 'soon' })
    expect((await answer('monica', number, { state: 'Avslutad', text: 'Utrett.' })).status).toBe(200)
    // The case stays marked, so it cannot be reopened by marking it.
    const ended = await one('monica', number)
    expect([ended.marked, ended.actions.includes('mark')]).toEqual([true, false])
  })

  test('is not late at once when an open case is marked late', async () => {
    const number = await work({ Personskador: false })
    await answer('monica', number, { text: 'Tack, vi tittar.' })
    portal.clock.now = hours(24 * 5)
    const { version } = await one('monica', number)
    await post('monica', 'mark', { number, version, on: true, text: '' })
    expect((await one('monica', number)).clock).toMatchObject({ what: 'Arbetsmiljöverket', minutes: 24 * 60 })
  })

  test('has its whole day when it is marked long after it came, and is not due soon at once', async () => {
    const number = await reported('addfordonsskada', {})
    await sql`update cases set received_at = received_at - interval '20 days' where number = ${number}`.execute(
      portal.db,
    )
    const { version } = await one('monica', number)
    expect((await post('monica', 'mark', { number, version, on: true, text: 'Allvarlig händelse.' })).status).toBe(200)
    expect((await one('monica', number)).clock).toMatchObject({ kind: 'ok', what: 'Arbetsmiljöverket' })
    portal.clock.now = new Date(testNow.getTime() + 19 * 3_600_000)
    expect((await one('monica', number)).clock).toMatchObject({ kind: 'soon', what: 'Arbetsmiljöverket' })
  })
})
