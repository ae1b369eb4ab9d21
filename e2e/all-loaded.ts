import { expect, type Page } from '@playwright/test'

const LONGEST_MS = 30_000

/**
 * Waits until a screen has loaded what it shows. The network may never count as idle: Playwright sometimes keeps a request open that
 * a test's route has delayed and whose page has been left.
 */
export async function allLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: LONGEST_MS }).catch(() => undefined)
  await expect(page.getByRole('status').filter({ hasText: 'Laddar' })).toHaveCount(0)
}
