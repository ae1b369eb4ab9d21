// Space is reserved for content that is loading, so that nothing moves that an employee reads or is about to tap.
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { someOf } from '../checks/effort.ts'
import { noFaults } from './portal.ts'
import { openScreen, routes } from './routes.ts'
import { expect, test } from './sign-in.ts'

/** A fifth of the score that Google calls good. */
const MOST = 0.02
/**
 * How long each call takes, in milliseconds, as at the edge of coverage. The placeholders are on the screen long before
 * that.
 */
const CALL_MS = 700

test('no screen jumps while its calls take 700 ms', { tag: '@wide' }, async ({ openAs }) => {
  test.setTimeout(300_000)
  const page = await openAs('anna')
  const all = someOf(await routes(page), { sample: 4 })
  expect(await jumpingOf(page, all)).toEqual([])
})

test('the home of who has no duty does not jump either', { tag: '@wide' }, async ({ openAs }) => {
  const page = await openAs('cecilia')
  expect(await jumpingOf(page, ['/dashboard/start'])).toEqual([])
})

/** The screens among `all` on which content moves, with the texts that move. */
async function jumpingOf(page: Page, all: readonly string[]): Promise<string[]> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: readonly { node: Element | null }[]
        }
        if (hadRecentInput) continue
        const moved = sources.map(({ node }) => (node?.textContent ?? '').trim().slice(0, 30)).join(' | ')
        sessionStorage.setItem('shift', String(Number(sessionStorage.getItem('shift')) + value))
        sessionStorage.setItem('moved', `${sessionStorage.getItem('moved') ?? ''} ${value.toFixed(3)} ${moved};`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route('**/api/**', async (route) => {
    await wait(CALL_MS)
    // The page may have left for another screen. The route can then not be continued, which is ignored.
    const url = route.request().url()
    // Both are answered as empty: an alert whose answer is very late is inserted at the top, and other journeys report
    // alerts.
    const isNone = ['/api/fordonskontroll/faultreports', '/api/incident/larm'].some((path) => url.includes(path))
    await (isNone ? route.fulfill(noFaults) : route.continue()).catch(() => undefined)
  })
  const jumping: string[] = []
  for (const path of all) {
    await page.evaluate(() => {
      sessionStorage.removeItem('shift')
      sessionStorage.removeItem('moved')
    })
    await openScreen(page, path)
    const { shift, moved } = await page.evaluate(() => ({
      shift: Number(sessionStorage.getItem('shift')),
      moved: sessionStorage.getItem('moved'),
    }))
    if (shift > MOST) jumping.push(`${path}: ${shift.toFixed(3)},${moved}`)
  }
  return jumping
}
