import type { Browser, Page } from '@playwright/test'
import { setClock } from './clock.ts'
import type { Goal } from './visit.ts'

/** The news are the last that home shows. */
const lastShown = 'Läs mer'

/** Whose home is measured. */
export const driver = 'anna'

/** Signs in as the driver through the real pages. */
export async function signInOn(page: Page, origin: string): Promise<void> {
  await page.goto(origin)
  await page.locator('input[name=username]').fill(driver)
  await page.locator('input[name=password]').fill('demo')
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await page.waitForURL('**/dashboard/start')
}

/** Signs in as the driver, and returns what a later visit needs to be signed in: the stored user. */
export async function signedInGoal(browser: Browser, origin: string, clock: Date): Promise<Goal> {
  const context = await browser.newContext({ locale: 'sv-SE', timezoneId: 'Europe/Stockholm' })
  try {
    await setClock(context, clock)
    const page = await context.newPage()
    // A request of the portal itself: its answer is what the dashboard shows once the duty has arrived.
    const answered = page.waitForResponse(
      (response) => response.url().endsWith('/api/bpl/aktuelltuppdrag') && response.ok(),
    )
    answered.catch(() => {})
    await signInOn(page, origin)
    const { result } = (await (await answered).json()) as { result: { beskrivning: string } | null }
    if (!result) throw new Error(`${driver} has no current duty`)
    await page.getByText(result.beskrivning).first().waitFor()
    const { origins } = await context.storageState()
    const stored = origins.map((one) => ({
      ...one,
      localStorage: one.localStorage.filter(({ name }) => name.startsWith('oidc.user:')),
    }))
    if (!stored.some(({ localStorage }) => localStorage.length > 0)) throw new Error('no signed-in user was stored')
    return {
      address: `${origin}/`,
      shows: result.beskrivning,
      ends: lastShown,
      signedIn: { cookies: [], origins: stored },
      clock,
    }
  } finally {
    await context.close()
  }
}
