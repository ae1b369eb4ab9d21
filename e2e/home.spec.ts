// The start page as the employee's day: what comes next, the week, what is new, and another home without a duty.
import { allLoaded } from './all-loaded.ts'
import type { Page } from '@playwright/test'
import type { Assignment, CurrentAssignment, DayGroup } from '../areas/assignments/contract.ts'
import { clockAround, instantsOf } from '../platform/contract/instants.ts'
import { addDays, dayAndDate, defaultTimeZone } from '../platform/contract/wall-clock.ts'
import { dateOf, driverAtWork } from './driver.ts'
import { listenTo } from './heard.ts'
import { patient } from './patient.ts'
import { expect, test } from './sign-in.ts'

const hero = (page: Page) => page.getByRole('region', { name: /^(Nästa|Pågående) tjänst$/ })
const fresh = (page: Page) => page.getByRole('region', { name: 'Nytt sedan sist', exact: true })

test('the countdown and the day’s line follow the clock without a reload', async ({ openAs }) => {
  const page = await openAs('nermin', { path: '/dashboard/schema' })
  const date = dateOf('today')
  const offset = clockAround(defaultTimeZone, date)
  const timed = (from: string, to: string) => ({
    starttid: `${date}T${from}:00`,
    sluttid: `${date}T${to}:00`,
    startForskjutning: offset(`${date}T${from}:00`, null).offset,
    slutForskjutning: offset(`${date}T${to}:00`, null).offset,
  })
  const event = (id: number, beskrivning: string, from: string, to: string): Assignment => ({
    ...timed(from, to),
    id,
    beskrivning,
    turStarttid: null,
    tjanst: '900',
    fordonStr: 'Buss 2120',
    startplats: 'Vasaplan',
    slutplats: 'Ersboda',
    anmarkning: '',
    ejFramAterkorning: true,
    linje: null,
    slag: 'tur',
    harTur: false,
    aterrapporterad: null,
  })
  const duty: CurrentAssignment = {
    ...timed('11:30', '15:00'),
    passStartSchemapostId: 1,
    beskrivning: 'Tjänst 900, linje 7',
    bekraftad: true,
    bekraftadTid: `${date}T08:15:00`,
    canBekrafta: true,
    datum: date,
    tjanst: '900',
    startplats: 'Depån',
    slutplats: 'Depån',
    fordonStr: 'Buss 2120',
    linjer: [],
    raster: [timed('13:00', '13:45')],
  }
  const day: DayGroup = {
    datum: date,
    uppdrag: [
      event(1, 'Linjekörning mot Ersboda', '11:30', '12:30'),
      event(2, 'Linjekörning mot Vasaplan', '12:40', '15:00'),
    ],
  }
  const [instant] = instantsOf(defaultTimeZone, `${date}T09:34:00`)
  let now = instant.getTime()
  const timestamp = () => new Date(now).toISOString()
  await page.route('**/api/**', async (route) => {
    const path = new URL(route.request().url()).pathname
    const known: Record<string, unknown> = { '/api/bpl/aktuelltuppdrag': duty, '/api/bpl/uppdrag': [day] }
    if (path in known) return route.fulfill({ json: { result: known[path], timestamp: timestamp() } })
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...(await response.json()), timestamp: timestamp() } })
  })
  await page.clock.install({ time: instant })
  const pass = async (minutes: number) => {
    now += minutes * 60_000
    await page.clock.fastForward(minutes * 60_000)
  }
  await page.goto('/dashboard/start')
  await expect(hero(page).getByText('om 1 h 56 min', { exact: true })).toBeVisible()
  await expect(hero(page)).toContainText('I dag')
  await expect(hero(page)).toContainText('Rast 13:00–13:45')
  await expect(hero(page)).toContainText('08:15')
  const events = page.getByRole('list', { name: 'Uppdrag', exact: true }).getByRole('listitem')
  await expect(events.first()).toContainText('Härnäst')
  await pass(90)
  await expect(hero(page).getByText('om 26 min', { exact: true })).toBeVisible()
  await pass(40)
  await expect(hero(page).getByRole('heading', { name: 'Pågående tjänst' })).toBeVisible()
  await expect(hero(page).getByText('3 h 16 min kvar', { exact: true })).toBeVisible()
  await expect(events.first()).toHaveAttribute('aria-current', 'step')
  await expect(events.last()).toContainText('Härnäst')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the duty and each of the seven days open the day', { tag: '@wide' }, async ({ openAs }, info) => {
  const page = await openAs(driverAtWork(info))
  const days = page.getByRole('navigation', { name: 'Sju dagar framåt' }).getByRole('link')
  await expect(days).toHaveCount(7)
  const today = dateOf('today')
  await expect(days.first()).toHaveAccessibleName(new RegExp(`^I dag, ${dayAndDate(today)}: \\d\\d:\\d\\d`))
  for (const day of await days.all()) await expect(day).toHaveAccessibleName(/: (\d\d:\d\d.*|ledig|inget schema ännu)$/)
  await days.nth(2).click()
  await expect(page.getByLabel('Datum', { exact: true })).toHaveValue(addDays(today, 2))
  await page.goBack()
  // Only home has these links. Until they are there, the date field is that of the screen which is being left.
  await expect(days).toHaveCount(7)
  const shown = await page.getByLabel('Datum', { exact: true }).inputValue()
  await hero(page).getByRole('link').click()
  await expect(page).toHaveURL(/minauppdrag/)
  await expect(page.getByLabel('Datum', { exact: true })).toHaveValue(shown)
})

test('what is new is listed until it has been read', async ({ openAs }) => {
  // Not an employee in Öst, because another journey imports news there at the same time.
  const page = await openAs('susanne')
  const ears = await listenTo(page)
  await patient(page)
  await page.reload()
  const unread = page.getByRole('main').getByText('Oläst', { exact: true })
  await expect(fresh(page).getByRole('link', { name: /^\d+ nyheter$/ })).toBeVisible()
  const news = page.getByRole('region', { name: 'Koncern' }).getByRole('link', { name: 'Läs mer..' })
  await expect(news).toHaveCount(5)
  await expect(unread.first()).toBeVisible()
  // The region's news may come after the group's.
  await allLoaded(page)
  const before = await unread.count()
  expect(before).toBeGreaterThan(1)
  const item = page
    .getByRole('listitem')
    .filter({ has: page.getByText('Oläst', { exact: true }) })
    .first()
  await item.getByRole('link', { name: 'Läs mer..' }).click()
  await expect(page.getByRole('heading', { name: 'Kommentarer' })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Hem', exact: true }).click()
  await expect(unread).toHaveCount(before - 1)
  const more = fresh(page).getByRole('button', { name: /^Visa \d+ till$/ })
  if (await more.isVisible()) await more.click()
  await fresh(page).getByRole('button', { name: 'Markera som läst' }).press('Enter')
  await expect(fresh(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await ears.expectHeard('Markerat som läst')
  await page.reload()
  await expect(news).toHaveCount(5)
  await expect(fresh(page)).toBeHidden()
  await expect(unread).toHaveCount(0)
})

test('of many answers the newest five are shown, and only what is shown is marked as read', async ({ openAs }) => {
  const page = await openAs('tapio', { path: '/dashboard/schema' })
  const today = dateOf('today')
  const answers = [1, 2, 3, 4, 5, 6, 7].map((nth) => ({
    key: `svar:${nth}`,
    at: `${addDays(today, 1)}T1${nth}:00:00`,
    text: `Ditt förslag FS-00000${nth}: Planerat`,
    page: 'forslag',
  }))
  await page.route('**/api/arenden/svar', (route) => route.fulfill({ json: { result: answers } }))
  await patient(page)
  await page.reload()
  await page.getByRole('navigation').getByRole('link', { name: 'Hem', exact: true }).click()
  const answered = fresh(page).getByRole('link', { name: /^Ditt förslag/ })
  await expect(answered.first()).toHaveText(/FS-000007/)
  const more = fresh(page).getByRole('button', { name: /^Visa \d till$/ })
  await more.click()
  await expect(answered).toHaveCount(7)
  await fresh(page).getByRole('button', { name: 'Visa färre' }).click()
  await expect(answered.filter({ hasText: 'FS-000001' })).toHaveCount(0)
  const mark = fresh(page).getByRole('button', { name: 'Markera som läst' })
  await mark.press('Enter')
  await expect(mark).toBeFocused()
  await expect(answered.last()).toHaveText(/FS-000001/)
  await expect(more).toHaveCount(0)
})

test('what is answered late is new all the same: at the end of the page, where it moves nothing', async ({
  openAs,
}) => {
  const page = await openAs('tapio', { path: '/dashboard/schema' })
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/nyheter\/get(region|koncern)\b/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Hem', exact: true }).click()
  // When the news are visible, home has stopped waiting for new items.
  const news = page.getByRole('region', { name: 'Koncern' })
  await expect(news).toBeVisible()
  held.resolve()
  // If other items came in time, this card's name begins with 'Mer'.
  const cards = page.getByRole('region', { name: /^(Nytt|Mer nytt) sedan sist$/ })
  const late = cards.getByRole('link', { name: /^\d+ nyheter$/ })
  await expect(late).toBeVisible()
  await expect(news.getByRole('link', { name: 'Läs mer..' })).toHaveCount(5)
  expect((await late.boundingBox())!.y).toBeGreaterThan((await news.boundingBox())!.y)
  await page.goBack()
  await expect(late).toBeHidden()
  await page.goForward()
  await expect(late).toHaveCount(1)
})

test('who has no duty begins with what is new, without empty boxes', { tag: '@wide' }, async ({ openAs }) => {
  const page = await openAs('david')
  await expect(page.getByRole('region', { name: 'Koncern' }).getByRole('link', { name: 'Läs mer..' })).toHaveCount(5)
  await expect(page.getByRole('region', { name: 'Policy & Rutiner' }).getByRole('listitem').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  for (const name of [/tjänst$/, 'Tidrapport', 'Mina uppdrag'])
    await expect(page.getByRole('region', { name })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Sju dagar framåt' })).toHaveCount(0)
})

test('who has no duty ahead still submits the time report of those before', async ({ openAs }) => {
  const page = await openAs('david', { path: '/dashboard/schema' })
  const result = {
    id: 1,
    period: 'Oktober 2026',
    passCount: 12,
    status: 'Öppen',
    isSubmitted: false,
    isApproved: false,
    isRevertable: false,
  }
  await page.route('**/api/bpl/tidrapport/getsenaste', (route) =>
    route.fulfill({ json: { result, timestamp: new Date().toISOString() } }),
  )
  await page.getByRole('navigation').getByRole('link', { name: 'Hem', exact: true }).click()
  await expect(page.getByText('Oktober 2026', { exact: true })).toBeVisible()
  await page.route('**/api/bpl/tidrapport/accept', (route) =>
    route.fulfill({ json: { result: { status: 'OK' }, timestamp: new Date().toISOString() } }),
  )
  const submitted = page.waitForRequest('**/api/bpl/tidrapport/accept')
  await page.getByRole('button', { name: 'Lämna in' }).click()
  expect((await submitted).postDataJSON()).toEqual({ TidrapportId: 1, Undo: false })
})

test(
  'who has no duty sees whom to call, own cases and documents, each a tap away',
  { tag: '@wide' },
  async ({ openAs }) => {
    const page = await openAs('cecilia', { path: '/diagnostics' })
    await patient(page)
    await page.goto('/dashboard/start')
    const contacts = page.getByRole('region', { name: 'Kontakter' })
    await expect(contacts.getByRole('link', { name: /^Ring Trafikledningen, / })).toHaveAttribute('href', /^tel:/)
    const documents = page.getByRole('region', { name: 'Policy & Rutiner' }).getByRole('listitem')
    await expect(documents.first().getByRole('button', { name: /^Ladda ned/ })).toBeVisible()
    const own = page.getByRole('region', { name: 'Mina ärenden' }).getByRole('listitem')
    await expect(own.filter({ hasText: /A-\d+/ }).first()).toBeVisible()
    await expect(own.filter({ hasText: /FS-\d+/ }).first()).toBeVisible()
    await own
      .filter({ hasText: /FS-\d+/ })
      .first()
      .getByRole('link')
      .click()
    await expect(page).toHaveURL(/\/forslag\?visa=\d+$/)
  },
)

test('of own cases of all kinds the newest five are shown first, and then all', async ({ openAs }) => {
  const page = await openAs('cecilia', { path: '/dashboard/schema' })
  const report = (nth: number) => ({
    id: nth,
    timestamp: `2026-0${nth}-01T08:00:00`,
    faultCategoryName: 'Dörrar',
    text: 'Stänger inte',
    faultCategoryNumber: 1,
    number: `F-${1000 + nth}`,
    state: 'Mottagen',
    attachments: [],
    vehicleName: 'Buss 2120',
    vehicleNumber: '2120',
    reason: null,
    steps: [],
  })
  const result = { items: [1, 2, 3, 4, 5, 6].map(report), hasMore: false }
  await page.route('**/api/fordonskontroll/mina*', (route) => route.fulfill({ json: { result } }))
  await patient(page)
  await page.reload()
  await page.getByRole('navigation').getByRole('link', { name: 'Hem', exact: true }).click()
  const card = page.getByRole('region', { name: 'Mina ärenden' })
  const rows = card.getByRole('listitem')
  await expect(rows).toHaveCount(5)
  const dates = await card.locator('time').allTextContents()
  expect(dates).toEqual(dates.toSorted().toReversed())
  await card.getByRole('button', { name: 'Visa alla' }).click()
  await expect(rows.filter({ hasText: 'F-1001' })).toBeVisible()
  await rows.filter({ hasText: 'F-1001' }).getByRole('link').click()
  await expect(page).toHaveURL(/\/fordonskontroll\?visa=F-1001$/)
})

test(
  'what waits in the queues of the office is on the home of who has a role there',
  { tag: '@wide' },
  async ({ openAs }) => {
    const page = await openAs('cecilia', { path: '/diagnostics' })
    await patient(page)
    await page.goto('/dashboard/start')
    const waits = page.getByRole('region', { name: 'Väntar på dig på kontoret' })
    const faults = waits.getByRole('link', { name: /^Felanmälningar/ })
    await expect(faults).toContainText(/\d+ ej tilldelade/)
    await expect(waits.getByText(/(^|· )0 /)).toHaveCount(0)
    await faults.click()
    await expect(page).toHaveURL(/\/kontor\/fel\?vy=ej-tilldelade$/)
    await expect(page.getByRole('link', { name: /^Ej tilldelade/ })).toHaveAttribute('aria-current', 'page')
    const other = await openAs('anna')
    await expect(other.getByRole('region', { name: 'Koncern' }).getByRole('link').first()).toBeVisible()
    await other.waitForLoadState('networkidle')
    await expect(other.getByRole('region', { name: 'Väntar på dig på kontoret' })).toHaveCount(0)
  },
)

test('the survey’s row can be put away', async ({ openAs }) => {
  const page = await openAs('hodan')
  const ears = await listenTo(page)
  await page.reload()
  const survey = page.getByRole('link', { name: 'Medarbetarundersökning', exact: true })
  await expect(survey).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Dölj' }).press('Enter')
  await expect(survey).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await ears.expectHeard('Medarbetarundersökningen är dold')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Koncern' }).getByRole('link', { name: 'Läs mer..' })).toHaveCount(5)
  await expect(survey).toBeHidden()
})
