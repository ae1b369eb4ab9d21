import type { Page } from '@playwright/test'
import { instantsOf } from '../platform/contract/instants.ts'
import { defaultTimeZone } from '../platform/contract/wall-clock.ts'

/** Sets the phone's clock and the times of the portal's answers to a wall-clock time of the company. */
export async function at(page: Page, wallClock: string): Promise<void> {
  const [instant] = instantsOf(defaultTimeZone, wallClock)
  const ahead = instant.getTime() - Date.now()
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { timestamp: string }
    const timestamp = new Date(Date.parse(answer.timestamp) + ahead).toISOString()
    await route.fulfill({ response, json: { ...answer, timestamp } })
  })
  await page.clock.install({ time: instant })
}
