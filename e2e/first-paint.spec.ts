// The duty is on the screen before React has loaded, from the answer or from the phone's copy, and React shows it at the same
// place.
import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { noFaults } from './portal.ts'
import { expect, test } from './sign-in.ts'
import { wrongHere } from './wrong-here.ts'

declare global {
  interface Window {
    /** The path in the frame in which the duty is shown first. */
    pathAtFirst?: string
  }
}

/** Holds requests back. Returns the function that releases them. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await gate.promise
    await route.fallback()
  })
  return gate.resolve
}

const card = (page: Page) => page.getByRole('region', { name: /^(Nästa|Pågående) tjänst$/ })

/** The visible parts of the card and its place. Its button is left out, because React adds it. */
const seen = (page: Page) =>
  card(page).evaluate((element) => {
    const words = [...element.children].filter(({ tagName }) => tagName !== 'DIV')
    const { x, y, width, height } = element.getBoundingClientRect()
    return { words: words.map((part) => part.outerHTML), place: { x, y, width, height } }
  })

const headings = (page: Page) =>
  page.getByRole('heading', { level: 1 }).evaluate((element) => {
    const { x, y, height } = element.getBoundingClientRect()
    return { text: element.textContent, x, y, height }
  })

test('the duty stands before React where React shows it', async ({ openAs }, { project }) => {
  test.skip(project.name === 'desktop', 'a wide screen has none')
  const page = await openAs('amina')
  await page.route('**/api/fordonskontroll/faultreports*', (route) => route.fulfill(noFaults))
  await expect(page.getByRole('button', { name: /^(Bekräfta|Bekräftat)/ })).toBeVisible()
  // First from the answers, as on a phone without copies, then from the phone's copies.
  for (const kept of [false, true]) {
    if (!kept)
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage))
          if (/^linjen\.(copy|claims):/.test(key)) localStorage.removeItem(key)
      })
    const holds = [await hold(page, '**/assets/main-*.js'), ...(kept ? [await hold(page, '**/api/**')] : [])]
    await page.reload({ waitUntil: 'commit' })
    await expect(card(page)).toBeVisible()
    const before = { card: await seen(page), heading: await headings(page) }
    for (const letGo of holds) letGo()
    await expect(page.getByRole('button', { name: /^(Bekräfta|Bekräftat)/ })).toBeVisible()
    expect({ card: await seen(page), heading: await headings(page) }).toEqual(before)
  }
})

const confirm = (page: Page) => page.getByRole('button', { name: /^(Bekräfta|Bekräftat)/ })

test('the kept duty is seen before the main script runs', async ({ openAs }, { project }) => {
  test.skip(project.name === 'desktop', 'a wide screen has none')
  const page = await openAs('amina')
  await page.route('**/api/fordonskontroll/faultreports*', (route) => route.fulfill(noFaults))
  await expect(confirm(page)).toBeVisible()
  await page.addInitScript(() => {
    new MutationObserver((_, self) => {
      if (!document.querySelector('section[aria-label$=" tjänst"]')) return
      self.disconnect()
      requestAnimationFrame(() => (window.pathAtFirst = location.pathname))
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/')
  await expect(confirm(page)).toBeVisible()
  await expect(page).toHaveURL('/dashboard/start')
  // The path is still '/', because only the main script replaces the address by that of the start page.
  expect(await page.evaluate(() => window.pathAtFirst)).toBe('/')
})

const phone = { width: 390, height: 844 }
// The mode with larger text is last, because the text size is not set back.
const modes = [
  { size: phone },
  { size: { width: 320, height: 640 } },
  { size: phone, media: { forcedColors: 'active' } },
  { size: phone, text: 200 },
] as const

test('the duty before React fits in every mode, and stands where React shows it', async ({ openAs }, { project }) => {
  test.skip(project.name === 'desktop', 'a wide screen has none')
  const page = await openAs('amina')
  await page.route('**/api/fordonskontroll/faultreports*', (route) => route.fulfill(noFaults))
  await expect(confirm(page)).toBeVisible()
  for (const mode of modes) {
    await page.setViewportSize(mode.size)
    await page.emulateMedia('media' in mode ? mode.media : { forcedColors: 'none' })
    if ('text' in mode)
      await page.addInitScript((percent) => {
        addEventListener('DOMContentLoaded', () =>
          document.documentElement.style.setProperty('font-size', `${percent}%`),
        )
      }, mode.text)
    const letGo = await hold(page, '**/assets/main-*.js')
    await page.reload({ waitUntil: 'commit' })
    await expect(card(page)).toBeVisible()
    expect(await page.evaluate(wrongHere)).toEqual([])
    if (mode === modes[0]) await expectNoViolations(page, ['dark', 'light'])
    const before = { card: await seen(page), heading: await headings(page) }
    letGo()
    await expect(confirm(page)).toBeVisible()
    expect({ mode, card: await seen(page), heading: await headings(page) }).toEqual({ mode, ...before })
  }
})
