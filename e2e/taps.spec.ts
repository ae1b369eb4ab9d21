// How many taps from home a driver needs for the most frequent tasks. Changing a telephone number and reporting a fault with a photo are
// counted in their own journeys.
import type { Locator, Page } from '@playwright/test'
import { addDays, dayAndDate } from '#platform/contract/wall-clock.ts'
import { readPdf } from '../core/documents/server/demo/test-pdf.ts'
import { dateOf, driverAtWork } from './driver.ts'
import { expect, test } from './sign-in.ts'

/** Counts what is tapped. */
function hand() {
  let taps = 0
  return {
    taps: () => taps,
    tap: async (target: Locator) => {
      await target.click()
      taps++
    },
  }
}

const home = (page: Page) => page.getByRole('main')

test('the whole day of the duty is on home', { tag: '@wide' }, async ({ openAs }) => {
  const page = await openAs('anna')
  const opens = await home(page)
    .getByRole('link', { name: /, visa dagens uppdrag$/ })
    .getAttribute('href')
  const date = new URL(opens ?? '', page.url()).searchParams.get('datum')
  const day = home(page).getByRole('region', { name: 'Mina uppdrag' })
  await expect(day.getByLabel('Datum', { exact: true })).toHaveValue(date ?? '')
  await expect(day.getByText(/^\d\d:\d\d/).first()).toBeVisible()
})

test('next week’s duties are one tap away', { tag: '@wide' }, async ({ openAs }, info) => {
  const page = await openAs(driverAtWork(info))
  const { taps, tap } = hand()
  await tap(home(page).getByRole('link', { name: 'Hela schemat' }))
  const next = dayAndDate(addDays(dateOf('today'), 7))
  await expect(page.getByRole('link', { name: new RegExp(`^${next}(,|$)`) })).toBeVisible()
  expect(taps()).toBe(1)
})

test('a payslip is on screen after two taps at most', { tag: '@wide' }, async ({ openAs }) => {
  const page = await openAs('anna')
  const { taps, tap } = hand()
  const answered = page.waitForResponse('**/api/lonespec/kontek/downloadspec/**')
  await tap(home(page).getByRole('button', { name: /^Lönebesked \p{L}+ \d{4}$/u }))
  const { result } = await (await answered).json()
  expect(readPdf(Buffer.from(result.pdfStr, 'base64')).text).toContain('Anna Lindgren')
  await expect(page.getByRole('dialog').getByRole('group', { name: 'Sida 1' })).toBeVisible()
  expect(taps()).toBeLessThanOrEqual(2)
})

// Counted until the number is on the screen, as for a payslip. The next tap, on the number, calls. A button that called 112 at the first
// tap would be pressed by mistake.
test(
  'the number to call in a crisis is on screen after one tap, and called with the second',
  { tag: '@wide' },
  async ({ openAs }, info) => {
    const page = await openAs('anna')
    const ways = [page.getByRole('main').getByRole('link', { name: 'Vid kris klicka här' })]
    if (info.project.name === 'phone') ways.push(page.getByRole('button', { name: 'Rapportera', exact: true }))
    for (const way of ways) {
      const { taps, tap } = hand()
      await page.goto('/dashboard/start')
      await tap(way)
      const call = page.getByRole('dialog').or(page.getByRole('main')).getByRole('link', { name: 'Ring 112' }).first()
      await expect(call).toBeInViewport({ ratio: 1 })
      await expect(call).toHaveAttribute('href', 'tel:112')
      expect(taps()).toBe(1)
    }
  },
)
