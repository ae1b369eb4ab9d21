// The duty is on the screen before React: from the answer, or from the phone's copy, at the place where React shows it again.
import type { Page } from '@playwright/test'
import { expect, test } from './sign-in.ts'

/** Holds requests back; returns what lets them go. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

const card = (page: Page) => page.getByRole('region', { name: /^(Nästa|Pågående) tjänst$/ })

/** What is seen of the card, and where: its button comes with React. */
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

test('the duty stands before React where React shows it', async ({ openAs }) => {
  const page = await openAs('anna')
  await expect(page.getByRole('button', { name: /^(Bekräfta|Bekräftat)/ })).toBeVisible()
  // Once from the answers, as on a phone that has nothing yet, once from what the phone has kept.
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
