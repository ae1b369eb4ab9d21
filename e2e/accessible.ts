import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './sign-in.ts'

/** No violation that axe finds on the page as it stands, in either theme, or in those named. Leaves the last one on. */
export async function expectNoViolations(
  page: Page,
  themes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  const { pathname } = new URL(page.url())
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    expect({ pathname, colorScheme, found }).toEqual({ pathname, colorScheme, found: [] })
  }
}
