import type { Page } from '@playwright/test'

/** Waits until the page has another theme's colours: even with reduced motion, a transition to them takes a frame. */
export async function themeHasCome(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
