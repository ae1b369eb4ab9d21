import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { moveDate } from '../checks/move-date.ts'
import { becomeOldest } from '../checks/oldest-browser.ts'
import { originOf } from './portal.ts'
import { isSampled } from './sample.ts'
import { screenName } from './screen-reporter.ts'

export { expect }

interface Where {
  /** Default 'localhost'; 'norr.localhost' is a company's own. */
  readonly host?: string
  /** The page to open: '/dashboard/schema'. */
  readonly path?: string
}

export interface Fixtures {
  /** Skips a journey that is not in the sample of `npm test`. */
  readonly sampled: void
  /** A new page, opened by a signed-in employee of the demo. */
  readonly openAs: (userName: string, where?: Where) => Promise<Page>
}

type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

// Each employee signs in once per host. Later tests start from the stored state.
const states = new Map<string, Promise<State>>()

/** Signs in through the login page, as a person does. Ends at /dashboard/start. */
export async function signIn(page: Page, userName: string, { host }: Pick<Where, 'host'> = {}): Promise<void> {
  await page.goto(`${originOf(host)}/`)
  await page.getByLabel('Användarnamn').fill(userName)
  await page.getByLabel('Lösenord').fill('demo')
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await page.waitForURL(`${originOf(host)}/dashboard/start`)
}

async function signedInState(browser: Browser, userName: string, host: string | undefined): Promise<State> {
  const context = await browser.newContext()
  try {
    await signIn(await context.newPage(), userName, { host })
    const state = await context.storageState()
    // Removes copies of answers, because it is random how much of home had loaded by then.
    const origins = state.origins.map((origin) => ({
      ...origin,
      localStorage: origin.localStorage.filter(({ name }) => !name.startsWith('linjen.copy:')),
    }))
    return { ...state, origins }
  } finally {
    await context.close()
  }
}

/** Moves the browser's clock as checks/moved-clock.ts moves the portal's. */
export async function moveClock(context: BrowserContext): Promise<BrowserContext> {
  const ahead = Number(process.env.CLOCK_AHEAD ?? 0)
  if (ahead !== 0) await context.addInitScript(moveDate, ahead)
  return context
}

/** Playwright's test with `openAs`. A test that signs out uses its own page and `signIn`, so that the shared session stays open. */
export const test = base.extend<Fixtures, { browser: Browser }>({
  // The fixtures `page` and `context` use this browser too.
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await open(options)
        await context.addInitScript(becomeOldest)
        return moveClock(context)
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  sampled: [
    // Playwright reads which fixtures are needed from the first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, info) => {
      info.skip(!isSampled(info), 'not in the sample of npm test')
      await use()
    },
    { auto: true },
  ],
  openAs: async ({ browser }, use, info) => {
    const opened: Page[] = []
    await use(async (userName, { host, path = '/' } = {}) => {
      const key = `${userName} ${host}`
      let state = states.get(key)
      if (!state) {
        state = signedInState(browser, userName, host)
        states.set(key, state)
        state.catch(() => states.delete(key))
      }
      const context = await browser.newContext({ storageState: await state })
      const page = await context.newPage()
      opened.push(page)
      await page.goto(originOf(host) + path)
      return page
    })
    for (const page of opened) {
      if (info.status !== info.expectedStatus) {
        // Playwright's own snapshot leaves out elements with neither a name nor a control, such as the text of an alert.
        const body = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String)
        await info.attach(screenName, { body, contentType: 'text/plain' })
      }
      await page.context().close()
    }
  },
})

/** Makes the pages renew the sign-in by refresh token, as most companies' own providers require. */
export async function renewByRefreshToken(page: Page): Promise<void> {
  await page.route(`${originOf()}/**`, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch({ maxRedirects: 0 })
    const html = await response.text()
    return route.fulfill({ response, body: html.replace('"renewal":"iframe"', '"renewal":"refresh-token"') })
  })
}
