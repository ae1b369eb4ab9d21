// A phone on which the previous version was used: an update loses neither unsent reports nor drafts.
import type { Page } from '@playwright/test'
import { faultsOf, test, words } from './phone.ts'
import { originOf } from './portal.ts'
import { expect, signIn } from './sign-in.ts'

interface Written {
  readonly waiting: string
  readonly halfWritten: string
}

test('a report that waited in the previous version is sent by this one, and its drafts are restored', async ({
  page,
}, info) => {
  test.slow()
  await signIn(page, 'linnea')
  const text = { waiting: words('Skriven i versionen före', info), halfWritten: words('Halvskriven', info) }
  // A page of the portal that runs none of its scripts, as if the previous version had been closed.
  await page.goto(`${originOf()}/version.txt`)
  await writeAsBefore(page, text)
  await page.goto(`${originOf()}/dashboard/forslag`)
  await expect(page.getByText('En sak som väntade har skickats.')).toBeVisible({ timeout: 20_000 })
  expect(await faultsOf(page, text.waiting)).toBe(1)
  await page.getByRole('button', { name: 'Fortsätt skriva' }).click()
  await expect(page.getByLabel('Beskrivning')).toHaveValue(text.halfWritten)
  await page.goto(`${originOf()}/dashboard/fordonskontroll`)
  await expect(page.getByText('Ditt påbörjade utkast är kvar.')).toBeVisible()
  await expect(page.getByLabel('Felrapport', { exact: true })).toHaveValue(text.halfWritten)
  await expect(page.getByRole('combobox', { name: 'Fordon' })).toHaveValue('Buss 2115')
  expect((await page.evaluate(() => indexedDB.databases())).map(({ name }) => name)).toEqual(['linjen'])
  // The migration runs only once.
  await page.goto(`${originOf()}/dashboard/forslag`)
  await expect(page.getByRole('button', { name: 'Fortsätt skriva' })).toBeVisible()
  expect(await faultsOf(page, text.waiting)).toBe(1)
})

/** Creates the databases of the previous version, as it did, and fills them. */
function writeAsBefore(page: Page, written: Written): Promise<void> {
  return page.evaluate(async ({ waiting, halfWritten }) => {
    const user = Object.keys(localStorage).find((name) => name.startsWith('oidc.user')) ?? ''
    const { profile } = JSON.parse(localStorage.getItem(user) ?? '{}') as { profile: { sub: string } }
    const subject = profile.sub
    const deleting = indexedDB.deleteDatabase('linjen')
    await new Promise((resolve) => deleting.addEventListener('success', resolve))
    const make = (name: string, upgrade: (db: IDBDatabase) => IDBObjectStore, ...rows: object[]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, 1)
        opening.addEventListener('upgradeneeded', () => {
          const store = upgrade(opening.result)
          for (const row of rows) store.put(row)
        })
        opening.addEventListener('error', () => reject(opening.error ?? new Error(name)))
        opening.addEventListener('success', () => {
          opening.result.close()
          resolve()
        })
      })
    await make(
      'linjen-outbox',
      (db) => {
        const store = db.createObjectStore('items', { keyPath: 'seq', autoIncrement: true })
        store.createIndex('id', 'id', { unique: true })
        store.createIndex('subject', 'subject')
        return store
      },
      {
        id: crypto.randomUUID(),
        path: '/api/fordonskontroll/addfault',
        body: { faultCategoryNumber: 1, vehicleNumber: '2115', text: waiting },
        what: 'Felrapport',
        about: 'Buss 2115',
        reloads: ['/api/fordonskontroll/faultreports', '/api/fordonskontroll/mina'],
        subject,
        state: 'waiting',
        madeAt: Date.now(),
        tries: 0,
      },
    )
    await make(
      'linjen-drafts',
      (db) => {
        const store = db.createObjectStore('drafts', { keyPath: ['subject', 'key'] })
        store.createIndex('subject', 'subject')
        return store
      },
      {
        subject,
        key: 'suggestion',
        value: { fields: { Rubrik: 'Bättre skyltar', Bolag: '', Beskrivning: halfWritten }, attempt: null },
        savedAt: Date.now(),
      },
      {
        subject,
        key: 'felrapport',
        value: { category: '1', text: halfWritten, vehicleNumber: '2115', attempt: crypto.randomUUID() },
        savedAt: Date.now(),
      },
    )
  }, written)
}
