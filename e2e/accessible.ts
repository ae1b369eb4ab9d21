import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './sign-in.ts'

/** Expects that axe finds no violation on the current page, in both themes or in those given. Leaves the last theme on. */
export async function expectNoViolations(
  page: Page,
  themes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  const { pathname } = new URL(page.url())
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(themeHasCome)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    expect({ pathname, colorScheme, found }).toEqual({ pathname, colorScheme, found: [] })
  }
}

/** Even with reduced motion, a colour transition from one theme to the other takes a frame. */
async function themeHasCome(): Promise<void> {
  await new Promise(requestAnimationFrame)
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}
