import type { Page } from '@playwright/test'
import type { EcoOverview, EcoTrip } from '../areas/eco-driving/contract.ts'
import { litresPerMil, oneDecimal, percent } from '../areas/eco-driving/web/figures.ts'
import { expectNoViolations } from './accessible.ts'
import { serverFails } from './portal.ts'
import { expect, test } from './sign-in.ts'

const path = '/dashboard/ecodriving'
const overviewCall = '**/api/bpl/ecodriving/overview'
const tripsCall = '**/api/bpl/ecodriving/detail?*'
const heads = [
  'Tur',
  'Buss',
  'Jämförelseindex',
  'Distans (km)',
  'Medeltemperatur (C)',
  'Snittförbrukning (l/mil)',
] as const

/** The portal's answer to a call during `act`. */
async function answerTo<Answer>(page: Page, call: string, act: () => Promise<unknown>): Promise<Answer> {
  const [response] = await Promise.all([page.waitForResponse(call), act()])
  return ((await response.json()) as { result: Answer }).result
}

test('from the menu to the driver’s own figures, and by keyboard to those of the chart', async ({ openAs }, info) => {
  const page = await openAs('anna')
  if (info.project.name === 'phone') await page.getByRole('button', { name: 'Meny' }).click()
  const overview = await answerTo<EcoOverview>(page, overviewCall, () =>
    page.getByRole('link', { name: 'Sparsam körning' }).click(),
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Sparsam körning' })).toBeVisible()
  const { ecoIndexDay, ecoIndexWeek, ecoIndexMonth, dayLabel, weekLabel, monthLabel } = overview
  for (const [name, index, label] of [
    ['Min dag', ecoIndexDay, dayLabel],
    ['Min Vecka', ecoIndexWeek, weekLabel],
    ['Min Månad', ecoIndexMonth, monthLabel],
  ] as const) {
    const card = page.getByRole('region', { name })
    expect(index).not.toBeNull()
    await expect(card).toContainText(percent(index))
    await expect(card).toContainText(label)
    await expect(card).toContainText(/Drar mindre|Ungefär lika|Drar mer/)
  }
  const change = page.getByRole('region', { name: 'Mot föregående månad' })
  await expect(change).toContainText(/[−+]?\d+,\d\d\s%/)
  await expect(change).toContainText(/Minskar|Ungefär lika|Ökar/)
  await expect(page.getByRole('region', { name: 'Tips från dina turer' })).toContainText(overview.hint.text)

  await expect(page.getByRole('img', { name: /^Jämförelseindex per månad/ })).toBeVisible()
  const table = page.getByRole('table', { name: 'Jämförelseindex per månad' })
  await expect(table).toBeHidden()
  // The figures of the chart, for those who cannot see it, are opened by keyboard.
  await page.getByText('Visa siffrorna').focus()
  await page.keyboard.press('Enter')
  await expect(table.getByRole('row')).toHaveCount(overview.months.length + 1)
  await expect(table.getByRole('row').nth(1)).toContainText(percent(overview.months.at(-1)?.index ?? null))
  await expectNoViolations(page)
})

test(
  'a day’s trips as table or cards, starting with the last day with trips',
  { tag: '@wide' },
  async ({ openAs }, info) => {
    const page = await openAs('anna')
    const answers = new Map<string, Promise<{ result: EcoTrip[] }>>()
    page.on('response', (response) => {
      const url = new URL(response.url())
      if (url.pathname.endsWith('/ecodriving/detail')) answers.set(url.searchParams.get('date') ?? '', response.json())
    })
    const { latestDate } = await answerTo<EcoOverview>(page, overviewCall, () => page.goto(path))
    const date = page.getByLabel('Datum', { exact: true })
    // Starts with another day, because today's trips may or may not exist yet.
    const today = await date.inputValue()
    await page.getByRole('button', { name: 'Nästa dag' }).click()
    await expect(date).not.toHaveValue(today)
    await expect(page.getByRole('main').getByText(/^Inga turer \p{L}+ \d{4}-/u)).toContainText(await date.inputValue())
    await page.getByRole('button', { name: /^Visa de senaste turerna/ }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Dagens Turer' })).toBeFocused()
    await expect(date).toHaveValue(latestDate ?? '')
    await expect.poll(() => answers.has(latestDate ?? '')).toBe(true)
    const trips = (await answers.get(latestDate ?? ''))?.result ?? []
    expect(trips.length).toBeGreaterThan(0)
    const wide = info.project.name === 'desktop'
    const name = 'Dagens Turer'
    await expect(page.getByRole('heading', { name })).toBeVisible()
    const list = wide ? page.getByRole('table', { name }) : page.getByRole('list', { name })
    const rows = list.getByRole(wide ? 'row' : 'listitem')
    if (wide) await expect(list.getByRole('columnheader')).toHaveText([...heads])
    for (const trip of trips) {
      const row = rows.filter({ hasText: trip.turbeskrivning })
      expect(trip.fordonStr).toMatch(/^Buss \d{4}$/)
      await expect(row).toContainText(trip.fordonStr)
      await expect(row).toContainText(percent(trip.ecoIndex))
      await expect(row).toContainText(oneDecimal(trip.distance))
      await expect(row).toContainText(oneDecimal(trip.outsideTemp))
      await expect(row).toContainText(litresPerMil(trip.avgFuelUsed))
      if (!wide) for (const head of heads) await expect(row.getByText(head, { exact: true })).toBeVisible()
    }
    await expectNoViolations(page)
  },
)

test('an unmeasured value is a dash', async ({ openAs }) => {
  const page = await openAs('anna')
  const unmeasured: EcoTrip = {
    turbeskrivning: 'Linje 1 mot Umedalen 06:12',
    fordonRegistreringsnummer: 'ABC12D',
    fordonStr: '',
    ecoIndex: null,
    distance: 12,
    outsideTemp: null,
    avgFuelUsed: null,
  }
  await page.route(tripsCall, (route) => route.fulfill({ json: { result: [unmeasured], timestamp: '' } }))
  await page.goto(path)
  const trips = page.getByRole('region', { name: 'Dagens Turer' })
  await expect(trips.getByText('12,0', { exact: true })).toBeVisible()
  await expect(
    trips.getByRole('cell', { name: '-', exact: true }).or(trips.getByText('-', { exact: true })),
  ).toHaveCount(3)
})

test('no malformed date is requested, and one that is too old says why it is empty', async ({ openAs }) => {
  const page = await openAs('anna')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/ecodriving/detail')) asked.push(new URL(request.url()).search)
  })
  await page.goto(path)
  // Waits for the request that the screen makes when it opens.
  await expect.poll(() => asked).toHaveLength(1)
  const date = page.getByLabel('Datum', { exact: true })
  await date.fill('2026-02-31')
  await expect(page.getByText('Datum har fel format')).toBeVisible()
  expect(asked).toHaveLength(1)
  // This date is within the five years that can be requested.
  const old = `${new Date().getUTCFullYear() - 4}-01-31`
  const weekday = new Intl.DateTimeFormat('sv-SE', { weekday: 'long', timeZone: 'UTC' }).format(new Date(old))
  await date.fill(old.replaceAll('-', ''))
  await expect(page.getByRole('main').getByText(`Inga turer ${weekday} ${old}`)).toBeVisible()
  await expect(page.getByText(/^Turer sparas i 90 dagar/)).toBeVisible()
  expect(asked.slice(1)).toEqual([`?date=${old}`])
})

test('an employee without trips sees dashes and what is missing', async ({ openAs }) => {
  const page = await openAs('cecilia', { path })
  for (const name of ['Min dag', 'Min Vecka', 'Min Månad', 'Mot föregående månad']) {
    await expect(page.getByRole('region', { name }).getByText('-', { exact: true })).toBeVisible()
  }
  await expect(page.getByText(/För ett tips behövs minst 10 turer/)).toBeVisible()
  await expect(page.getByText('Inga turer i dag')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Visa de senaste turerna/ })).toHaveCount(0)
  await expect(page.getByRole('img', { name: /^Jämförelseindex/ })).toHaveCount(0)
  await expectNoViolations(page)
})

for (const [what, call, told] of [
  ['the overview', overviewCall, 'Hämta ecodriving overview misslyckades'],
  ['a day’s trips', tripsCall, 'Hämta ecodriving detail misslyckades'],
] as const) {
  test(`where ${what} cannot be fetched, the screen says so, and it can be tried again`, async ({ openAs }) => {
    const page = await openAs('anna')
    await page.route(call, (route) => route.fulfill(serverFails))
    await page.goto(path)
    await expect(page.getByText(told)).toBeVisible()
    await expect(page.getByText('Ett fel inträffade')).toBeVisible()
    // The other half is still shown.
    if (call === overviewCall) await expect(page.getByLabel('Datum', { exact: true })).toBeVisible()
    else await expect(page.getByRole('region', { name: 'Min dag' })).toBeVisible()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Försök igen' }).click()
    await expect(page.getByText(told)).toBeHidden()
    await expect(page.getByText('Ett fel inträffade')).toBeHidden()
  })
}

test('Syd has neither menu entry, page nor call', async ({ openAs }, info) => {
  const page = await openAs('ida', { host: 'syd.localhost' })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/ecodriving/')) asked.push(request.url())
  })
  await page.goto(new URL(path, page.url()).href)
  await expect(page.getByText(/^Sidan kan inte visas\./)).toBeVisible()
  if (info.project.name === 'phone') await page.getByRole('button', { name: 'Meny' }).click()
  await expect(page.getByRole('link', { name: 'Förslag' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sparsam körning' })).toHaveCount(0)
  expect(asked).toEqual([])
})
