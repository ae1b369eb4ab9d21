// Without coverage: over a real line that is cut. What was fetched is there to be read, and what is made meets the server once.
import type { Page } from '@playwright/test'
import { picture } from './hand.ts'
import { type Line, openLine } from './line.ts'
import { expect, test as base } from './sign-in.ts'

const port = Number(process.env.E2E_PORT)

interface Fixtures {
  readonly line: Line
  /** A page over the line, with the worker and all that is fetched ahead in place. */
  readonly ready: (userName: string) => Promise<Page>
}

const test = base.extend<Fixtures>({
  line: async ({}, use) => {
    const line = await openLine(port)
    await use(line)
    await line.close()
  },
  ready: async ({ browser, line }, use) => {
    const pages: Page[] = []
    await use(async (userName) => {
      const context = await browser.newContext({ serviceWorkers: 'allow' })
      const page = await context.newPage()
      pages.push(page)
      await signInOver(page, line, userName)
      await settled(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
})

async function signInOver(page: Page, line: Line, userName: string): Promise<void> {
  await page.goto(line.origin)
  await page.getByLabel('Användarnamn').fill(userName)
  await page.getByLabel('Lösenord').fill('demo')
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await page.waitForURL(`${line.origin}/dashboard/start`)
}

/** The worker is in charge and holds the whole portal, and the phone what it will need. */
async function settled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state), {
      timeout: 20_000,
    })
    .toBe('activated')
  await expect.poll(() => copies(page), { timeout: 20_000 }).toContain('/api/krishantering/bossinfo')
  await expect.poll(() => copies(page), { timeout: 20_000 }).toContain('/api/incident/formoptions')
}

/** The addresses whose answers the phone keeps. */
function copies(page: Page): Promise<string[]> {
  return rows(page, 'linjen-copies', 'copies').then((found) => found.map((row) => String(row['address'])))
}

/** All rows of a store in the phone's database. */
function rows(page: Page, database: string, store: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    async ([name, table]) => {
      // To open it before the portal has made it would make it, empty.
      if (!(await indexedDB.databases()).some((each) => each.name === name)) return []
      return new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(opening.error ?? new Error(name)))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction(table).objectStore(table).getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(reading.result as Record<string, unknown>[])
          })
        })
      })
    },
    [database, store] as const,
  )
}

test('the duty, the next days and the crisis page open without coverage, with the time they are from', async ({
  line,
  ready,
}) => {
  test.slow()
  const page = await ready('anna')
  line.cut()
  await page.goto(`${line.origin}/dashboard/start`)
  await expect(page.getByText(/Ingen täckning/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Bekräfta/ })).toBeVisible()
  await expect(page.getByText(/^Uppdaterad \d\d:\d\d$/).first()).toBeVisible()
  await page.screenshot({ path: '/tmp/offline-start.png' })
  expect(picture).toBeDefined()
})
