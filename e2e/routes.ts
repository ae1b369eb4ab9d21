// Every screen for employees, as the areas list them (app/web/areas.ts), so that a requirement on all screens also applies to a new
// one. The office's screens are in office-screens.ts.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { officePath } from '#platform/contract/office-pages.ts'
import { shellPath, startPage } from '#platform/contract/pages.ts'
import { allLoaded } from './all-loaded.ts'
import { expect } from './sign-in.ts'

/** Addresses that redirect at once. */
const passing = new Set(['/', shellPath, '/login', '/callback', '/silent-renew'])

/** The screens' paths in the router's syntax, and the report forms, which have a query. Leaves the page on one of its screens. */
export async function routes(page: Page): Promise<string[]> {
  // The build has read the screens from the areas, for the server.
  const screens = JSON.parse(readFileSync(new URL('../dist/web/screens.json', import.meta.url), 'utf8')) as {
    path: string
  }[]
  const paths = screens.map(({ path }) => path).filter((path) => !path.startsWith(officePath))
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(startPage)
  await page.getByRole('button', { name: 'Rapportera', exact: true }).click()
  const entries = page.getByRole('dialog').locator('a[href*="?"]')
  await expect(entries.first()).toBeVisible()
  const reports = await entries.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  await page.keyboard.press('Escape')
  if (size) await page.setViewportSize(size)
  const all = [...new Set([...paths.filter((path) => !passing.has(path)), ...reports])]
  expect(all.length).toBeGreaterThan(25)
  return all
}

/** Opens a screen and waits for what it loads. A path with a parameter is opened by the first link to it. */
export async function openScreen(page: Page, route: string): Promise<void> {
  const [path = '', parameter] = route.split('/:')
  await page.goto(path)
  if (parameter) await page.locator(`main a[href^="${path}/"]`).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await allLoaded(page)
}
