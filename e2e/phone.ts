// A phone with an active service worker on a real connection that can be cut, and what the phone stores.
import type { Page, TestInfo } from '@playwright/test'
import { picture } from './hand.ts'
import { type Line, openLine } from './line.ts'
import { expect, test as base } from './sign-in.ts'

const port = Number(process.env.E2E_PORT)

const photos = [picture('ett.png', [200, 40, 40]), picture('två.png', [40, 160, 60])]

export interface PhoneFixtures {
  readonly line: Line
  /** A page over the connection, with the service worker active and everything fetched ahead. */
  readonly ready: (userName: string) => Promise<Page>
}

export const test = base.extend<PhoneFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
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
      await page.addInitScript(refuseBlobs)
      await signInOver(page, line, userName)
      await settled(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
})

/** Stores no Blob in IndexedDB, like WebKit in a private window. Runs in the page. */
function refuseBlobs(): void {
  const hasBlob = (value: unknown): boolean =>
    value instanceof Blob || (typeof value === 'object' && value !== null && Object.values(value).some(hasBlob))
  for (const name of ['put', 'add'] as const) {
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its store
    const write = IDBObjectStore.prototype[name]
    IDBObjectStore.prototype[name] = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      if (hasBlob(value)) throw new DOMException('BlobURLs are not yet supported.', 'DataCloneError')
      return key === undefined ? write.call(this, value) : write.call(this, value, key)
    }
  }
}

export async function signInOver(page: Page, line: Line, userName: string): Promise<void> {
  await page.goto(line.origin)
  await page.getByLabel('Användarnamn').fill(userName)
  await page.getByLabel('Lösenord').fill('demo')
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await page.waitForURL(`${line.origin}/dashboard/start`)
}

/** Waits until the service worker is active with the whole portal cached, and the phone has what it will need. */
export async function settled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state), {
      timeout: 20_000,
    })
    .toBe('activated')
  await expect.poll(() => copies(page), { timeout: 20_000 }).toContain('/api/krishantering/bossinfo')
  await expect.poll(() => copies(page), { timeout: 20_000 }).toContain('/api/incident/formoptions')
  await expect.poll(() => copies(page), { timeout: 20_000 }).toContain('/api/fordonskontroll/categories')
}

/** The addresses of the answers that the phone keeps. */
export function copies(page: Page): Promise<string[]> {
  return rows(page, 'answers').then((found) => found.map((row) => String(row['address'])))
}

/** The answer to an address that the phone keeps. */
export function copyOf(page: Page, address: string): Promise<unknown> {
  return rows(page, 'answers').then((found) => found.find((row) => row['address'] === address)?.['answer'])
}

/** All rows of a store in the phone's database. */
function rows(page: Page, store: 'answers' | 'outbox'): Promise<Record<string, unknown>[]> {
  return page.evaluate(async (table) => {
    // Opening it before the portal has created it would create an empty one.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'linjen')) return []
    return new Promise<Record<string, unknown>[]>((resolve, reject) => {
      const opening = indexedDB.open('linjen')
      opening.addEventListener('error', () => reject(opening.error ?? new Error('linjen')))
      opening.addEventListener('success', () => {
        const reading = opening.result.transaction(table).objectStore(table).getAll()
        reading.addEventListener('success', () => {
          opening.result.close()
          resolve(reading.result as Record<string, unknown>[])
        })
      })
    })
  }, store)
}

/** Removes the kept answers: all, or only the one to an address. */
export function forgetCopies(page: Page, address?: string): Promise<void> {
  return page.evaluate(
    (path) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('linjen')
        opening.addEventListener('error', () => reject(opening.error ?? new Error('linjen')))
        opening.addEventListener('success', () => {
          const removing = opening.result.transaction('answers', 'readwrite')
          removing
            .objectStore('answers')
            .openCursor()
            .addEventListener('success', ({ target }) => {
              const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
              if (!cursor) return
              if (path === undefined || (cursor.value as { address: string }).address === path) cursor.delete()
              cursor.continue()
            })
          removing.addEventListener('complete', () => {
            opening.result.close()
            resolve()
          })
        })
      }),
    address,
  )
}

interface Told {
  readonly status: number
  readonly result: unknown
}

/** The portal's answer to the employee who is signed in on the page, without the page's own code. */
export function asked(page: Page, path: string): Promise<Told> {
  return page.evaluate(async (address) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user')) ?? ''
    const { id_token: token } = JSON.parse(localStorage.getItem(key) ?? '{}') as { id_token?: string }
    const response = await fetch(address, { headers: { Authorization: `Bearer ${token}` } })
    return { status: response.status, result: ((await response.json()) as { result: unknown }).result }
  }, path)
}

export const faultsOf = async (page: Page, text: string) =>
  ((await asked(page, '/api/fordonskontroll/mina')).result as { items: { text: string }[] }).items.filter(
    (fault) => fault.text === text,
  ).length

export const threatsOf = async (page: Page, text: string) =>
  (
    (await asked(page, '/api/incident/list')).result as {
      hotOchVald?: { handelseBeskrivning: string }
      bilder: unknown[]
    }[]
  ).filter(({ hotOchVald }) => hotOchVald?.handelseBeskrivning === text)

export const unsent = async (page: Page) => (await rows(page, 'outbox')).filter(({ state }) => state !== 'sent').length

/** A text that is unique to this run of the test, because all tests share one portal. */
export const words = (what: string, { project, repeatEachIndex, retry }: TestInfo) =>
  `${what} (${project.name} ${repeatEachIndex}.${retry})`

export async function reportFault(page: Page, origin: string, text: string): Promise<void> {
  await page.goto(`${origin}/dashboard/fordonskontroll`)
  await page.getByRole('combobox', { name: 'Fordon' }).fill('Buss 2115')
  await page.getByLabel('Kategori').selectOption({ index: 1 })
  await page.getByLabel('Felrapport', { exact: true }).fill(text)
  await page.getByRole('button', { name: /^Skicka/ }).click()
}

export async function reportThreat(page: Page, origin: string, text: string, bus = 'Buss 2115'): Promise<void> {
  await page.goto(`${origin}/dashboard/nyavvikelse?typ=hot-och-vald`)
  await page.getByLabel('Plats', { exact: true }).fill('Resecentrum')
  await page.getByLabel('Fordon').fill(bus)
  await page.getByLabel('Händelsebeskrivning').fill(text)
  await page.getByLabel(/^(Ta eller välj|Fler) bilder$/).setInputFiles(photos)
  await expect(page.getByRole('button', { name: /^Ta bort bild \d$/ })).toHaveCount(2)
  // This message moves the button below it.
  await expect(page.getByText(/Du kan spara ändå/)).toBeVisible()
  await page.getByRole('button', { name: 'Spara', exact: true }).click()
}

export const keptOnPhone = (page: Page) => page.getByText(/^Felrapporten är sparad på (telefonen|datorn)$/)
export const backOnline = async (page: Page, line: Line) => {
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** Makes the token expire; the session at the provider stays open. */
export function expire(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('oidc.user'))) {
      const user = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
      localStorage.setItem(key, JSON.stringify({ ...user, expires_at: 1 }))
    }
  })
}
