import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './sign-in.ts'

/** No violation that axe finds on the page as it stands, in either theme. Leaves the dark one on. */
export async function expectNoViolations(page: Page): Promise<void> {
  const { pathname } = new URL(page.url())
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    expect({ pathname, colorScheme, found }).toEqual({ pathname, colorScheme, found: [] })
  }
}
