import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { effort } from '../checks/effort.ts'
import { expect, test } from './sign-in.ts'
import { themeHasCome } from './theme-has-come.ts'

type Theme = 'light' | 'dark'

/** One theme, chosen by the journey's title, in `npm test`; both under `npm run prove`. */
const themesNow = (): readonly Theme[] =>
  effort<readonly Theme[]>({ sample: [test.info().title.length % 2 === 0 ? 'light' : 'dark'], full: ['light', 'dark'] })

/** Expects that axe finds no violation on the current page, in the themes of the run or in those given. Leaves the last theme on. */
export async function expectNoViolations(page: Page, themes: readonly Theme[] = themesNow()): Promise<void> {
  const { pathname } = new URL(page.url())
  // A screen whose code is still being fetched has no heading.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await themeHasCome(page)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    expect({ pathname, colorScheme, found }).toEqual({ pathname, colorScheme, found: [] })
  }
}
