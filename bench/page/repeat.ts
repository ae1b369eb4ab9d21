import type { BrowserContext, Page } from '@playwright/test'
import type { Goal } from './visit.ts'

const readyMs = 60_000

/** Brings a phone to the state after the first visit: the service worker controls the page and has stored the whole portal, and data is fetched ahead. */
export async function settle(context: BrowserContext, { address, shows }: Goal): Promise<void> {
  const page = await context.newPage()
  await page.goto(address)
  await page.getByText(shows).first().waitFor()
  const end = Date.now() + readyMs
  while (!(await isSettled(page))) {
    if (Date.now() > end) throw new Error('the worker did not become idle')
    await page.waitForTimeout(250)
  }
  await page.close()
}

function isSettled(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const starts = Object.keys(localStorage).some((key) => key.startsWith('linjen.copy:'))
    return registration?.active?.state === 'activated' && starts
  })
}
