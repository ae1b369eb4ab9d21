// A page after midnight, and one that was left open past midnight.
import type { Page, Route } from '@playwright/test'
import { reportBack } from '../areas/assignments/calls.ts'
import type { Assignment, CurrentAssignment, DayGroup, Reported } from '../areas/assignments/contract.ts'
import type { TimeReport } from '../areas/time-report/contract.ts'
import { clockAround, instantsOf } from '../platform/contract/instants.ts'
import { addDays, defaultTimeZone } from '../platform/contract/wall-clock.ts'
import { dateOf } from './driver.ts'
import { at } from './moment.ts'
import { expect, test } from './sign-in.ts'

interface Night {
  readonly yesterday: string
  /** Moves the clock of the page and of the portal's answers. */
  readonly pass: (milliseconds: number) => Promise<void>
}

/** A page at `clock` of a night, during a run that began at 22:00 the day before and ends at 03:30. */
async function atNight(page: Page, clock: string): Promise<Night> {
  const yesterday = dateOf('today')
  const today = addDays(yesterday, 1)
  await at(page, `${today}T${clock}`)
  const offset = clockAround(defaultTimeZone, today)
  const [starttid, sluttid] = [`${yesterday}T22:00:00`, `${today}T03:30:00`]
  const times = {
    starttid,
    sluttid,
    startForskjutning: offset(starttid, null).offset,
    slutForskjutning: offset(sluttid, null).offset,
  }
  const duty: CurrentAssignment = {
    ...times,
    passStartSchemapostId: 1,
    beskrivning: 'Tjänst 900, linje 7',
    bekraftad: true,
    canBekrafta: true,
    datum: yesterday,
    tjanst: '900',
    startplats: 'Depån',
    slutplats: 'Depån',
    fordonStr: 'Buss 2120',
    linjer: [{ namn: '7', farg: null, textfarg: null }],
    raster: [],
    bekraftadTid: `${yesterday}T12:00:00`,
  }
  const event: Assignment = {
    ...times,
    id: 1,
    turStarttid: null,
    beskrivning: 'Linjekörning 7 mot Ersboda',
    tjanst: '900',
    fordonStr: 'Buss 2120',
    startplats: 'Depån',
    slutplats: 'Depån',
    anmarkning: '',
    ejFramAterkorning: true,
    linje: { namn: '7', farg: null, textfarg: null },
    slag: 'tur',
    harTur: false,
    aterrapporterad: null,
  }
  const group: DayGroup = { datum: yesterday, uppdrag: [event] }
  let now = instantsOf(defaultTimeZone, `${today}T${clock}`)[0].getTime()
  const fulfill = (route: Route, result: unknown) =>
    route.fulfill({ json: { result, timestamp: new Date(now).toISOString() } })
  await page.route('**/api/bpl/aktuelltuppdrag', (route) => fulfill(route, duty))
  await page.route('**/api/bpl/uppdrag?*', (route) => {
    const date = new URL(route.request().url()).searchParams.get('date')
    return fulfill(route, date === yesterday ? [group] : [])
  })
  await page.route(`**${reportBack.path}`, (route) => fulfill(route, { status: 'OK' } satisfies Reported))
  return {
    yesterday,
    pass: async (milliseconds) => {
      now += milliseconds
      await page.clock.fastForward(milliseconds)
    },
  }
}

test('after midnight the list opens on the day of the run under way', async ({ openAs }) => {
  const page = await openAs('klara', { path: '/dashboard/schema' })
  const { yesterday } = await atNight(page, '00:50:00')
  for (const path of ['start', 'minauppdrag']) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByLabel('Datum', { exact: true })).toHaveValue(yesterday)
    await expect(page.getByText('Linjekörning 7 mot Ersboda')).toBeVisible()
    await expect(page.getByText('Inga uppdrag den här dagen')).toHaveCount(0)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a report-back that is being written when the run ends stays, and so does its day', async ({ openAs }) => {
  const page = await openAs('klara', { path: '/dashboard/schema' })
  const { yesterday, pass } = await atNight(page, '03:29:30')
  await page.goto('/dashboard/minauppdrag')
  await page.getByRole('button', { name: /^Återrapportera .*Linjekörning/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Återrapportera' })
  const note = dialog.getByLabel('Notering')
  await note.fill('Kö vid')
  const field = await note.elementHandle()
  await pass(60_000)
  // The list beside it has noticed that the run is over.
  await expect(page.locator('[data-here]')).toHaveCount(0)
  await page.keyboard.type(' Ersboda')
  await expect(note).toHaveValue('Kö vid Ersboda')
  await expect(note).toBeFocused()
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true)
  await expect(dialog.getByText(`${yesterday} 22:00–03:30`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Datum', { exact: true })).toHaveValue(yesterday)
  await expect(page.getByText('Linjekörning 7 mot Ersboda')).toBeVisible()
  // Not for ever: the list was not asked for that day.
  await pass(3_660_000)
  await expect(page.getByLabel('Datum', { exact: true })).toHaveValue(addDays(yesterday, 1))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a page left open past midnight loads the time report again', async ({ openAs }) => {
  const page = await openAs('lennart', { path: '/dashboard/schema' })
  await at(page, `${dateOf('today')}T23:59:05`)
  let midnight = false
  await page.route('**/api/bpl/tidrapport/getsenaste', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { result: TimeReport }
    const result = { ...answer.result, period: midnight ? 'Maj 2027' : 'April 2027' }
    await route.fulfill({ response, json: { ...answer, result } })
  })
  await page.goto('/dashboard/start')
  const report = page.getByRole('region', { name: 'Tidrapport' })
  await expect(report.getByText('April 2027')).toBeVisible()
  midnight = true
  await page.clock.fastForward(60_000)
  await expect(report.getByText('Maj 2027')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
