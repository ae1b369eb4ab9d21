// The day by the clock, and one of its trips in full.
import type { Page } from '@playwright/test'
import type { Assignment, DayGroup } from '../areas/assignments/contract.ts'
import { clockAround } from '../platform/contract/instants.ts'
import { defaultTimeZone } from '../platform/contract/wall-clock.ts'
import { expectNoViolations } from './accessible.ts'
import { dateOf, driverAtWork } from './driver.ts'
import { at } from './moment.ts'
import { expect, test } from './sign-in.ts'

test('a trip shows its stops and where they are, from the row and from its report-back, by keyboard @wide', async ({
  openAs,
}, info) => {
  const page = await openAs(driverAtWork(info), { path: '/dashboard/minauppdrag' })
  const show = page.getByRole('button', { name: /^Visa turen \d\d:\d\d Linjekörning/ }).first()
  const [, clock = '', what = ''] =
    /^Visa turen (\d\d:\d\d) (.*)$/.exec((await show.getAttribute('aria-label')) ?? '') ?? []
  await show.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: what })
  const stops = dialog.getByRole('list', { name: 'Hållplatser' }).getByRole('listitem')
  await expect(stops.first()).toContainText(clock)
  expect(await stops.count()).toBeGreaterThan(3)
  await expect(stops.last()).toContainText(what.replace(/.* mot /, ''))
  await expect(dialog.getByRole('link', { name: /^Visa på karta/ }).first()).toHaveAttribute('href', /63\.\d+|64\.\d+/)
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(show).toBeFocused()

  await page.getByRole('button', { name: `Återrapportera ${clock} ${what}` }).click()
  const report = page.getByRole('dialog', { name: 'Återrapportera' })
  await report.getByRole('button', { name: /^Visa turen/ }).click()
  await expect(report).toBeHidden()
  await expect(stops.first()).toContainText(clock)
})

const offsetAt = (time: string) => clockAround(defaultTimeZone, time.slice(0, 10))(time, null).offset

function event(date: string, id: number, from: string, to: string, beskrivning: string): Assignment {
  const [starttid, sluttid] = [`${date}T${from}:00`, `${date}T${to}:00`]
  return {
    id,
    starttid,
    sluttid,
    startForskjutning: offsetAt(starttid),
    slutForskjutning: offsetAt(sluttid),
    turStarttid: null,
    beskrivning,
    tjanst: '900',
    fordonStr: '',
    startplats: 'Depån',
    slutplats: 'Depån',
    anmarkning: '',
    ejFramAterkorning: true,
    linje: null,
    slag: 'annat',
    harTur: false,
    aterrapporterad: null,
  }
}

/** Makes the portal answer with these events of the day, with the time at noon. */
async function answerDay(page: Page, date: string, uppdrag: Assignment[]): Promise<void> {
  const group: DayGroup = { datum: date, uppdrag }
  const noon = `${date}T12:00:00`
  const timestamp = new Date(Date.parse(noon + offsetAt(noon))).toISOString()
  await page.route('**/api/bpl/uppdrag?*', (route) => route.fulfill({ json: { result: [group], timestamp } }))
}

test('a day that a link names opens at now', { tag: '@wide' }, async ({ openAs }, { project }) => {
  const page = await openAs(project.name === 'phone' ? 'klara' : 'anna', { path: '/dashboard/schema' })
  const date = dateOf('today')
  await at(page, `${date}T12:00:00`)
  const quarters = Array.from({ length: 60 }, (_, quarter) => {
    const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16)
    return event(date, quarter + 1, clock(15 * quarter), clock(15 * quarter + 15), `Tillsyn ${quarter}`)
  })
  await answerDay(page, date, quarters)
  await page.goto(`/dashboard/minauppdrag?datum=${date}`)
  await expect(page.getByText('Nu', { exact: true })).toBeInViewport()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the day moves with the clock, without a reload', async ({ openAs }, { project }) => {
  const page = await openAs('klara', { path: '/dashboard/schema' })
  const date = dateOf('today')
  await at(page, `${date}T12:00:00`)
  await answerDay(page, date, [
    event(date, 1, '10:00', '11:00', 'Tillsyn'),
    event(date, 2, '11:30', '12:30', 'Tankning'),
    event(date, 3, '12:30', '13:30', 'Tvätt'),
    event(date, 4, '14:00', '15:00', 'Uppställning'),
  ])
  await page.goto('/dashboard/minauppdrag')
  const events =
    project.name === 'desktop'
      ? page.getByRole('main').locator('tbody').getByRole('row')
      : page.getByRole('list', { name: 'Uppdrag' }).getByRole('listitem')
  const standing = () =>
    events.evaluateAll((items) => items.map((item) => /Nu|Härnäst|Avslutat/.exec(item.textContent)?.[0] ?? ''))
  await expect.poll(standing).toEqual(['Avslutat', 'Nu', 'Härnäst', ''])
  await page.clock.fastForward('31:00')
  await expect.poll(standing).toEqual(['Avslutat', 'Avslutat', 'Nu', 'Härnäst'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
