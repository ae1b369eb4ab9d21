import type { Page } from '@playwright/test'

/** Waits until the page has the colours of another theme. Even with reduced motion the transition takes a frame. */
export async function themeHasCome(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
