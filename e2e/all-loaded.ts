import { expect, type Page } from '@playwright/test'

const LONGEST_MS = 30_000

/**
 * Waits until a screen has loaded its content. The network may never become idle, because Playwright sometimes keeps a request open
 * after a test's route has delayed it and its page has been left. So this wait ends after a time limit without an error.
 */
export async function allLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: LONGEST_MS }).catch(() => undefined)
  await expect(page.getByRole('status').filter({ hasText: 'Laddar' })).toHaveCount(0)
}
