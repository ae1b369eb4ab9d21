import { openDB } from 'idb'
import { createStores, earlierNames, type PhoneDatabase } from './schema.ts'

let opening: Promise<PhoneDatabase> | undefined
let opened: PhoneDatabase | undefined

/** Closes the database when another version of the portal needs it or the browser has closed it. It is opened again when needed. */
export function closePhone(): void {
  opened?.close()
  opened = undefined
  opening = undefined
}

async function begin(): Promise<PhoneDatabase> {
  try {
    const db = await openDB('linjen', 1, { upgrade: createStores, blocking: closePhone, terminated: closePhone })
    opened = db
    await takeOver(db).catch(() => undefined)
    return db
  } catch (error) {
    closePhone()
    throw error
  }
}

/** Migrates the databases of earlier versions. If this fails, the next page tries again. */
async function takeOver(db: PhoneDatabase): Promise<void> {
  // Some browsers cannot list their databases. Then each name is tried.
  const found = (await indexedDB.databases?.())?.map(({ name }) => name)
  const left = earlierNames.filter((name) => found?.includes(name) ?? true)
  if (left.length > 0) await (await import('./earlier-databases.ts')).takeOverFrom(left, db)
}

/** Opens the database once for all callers. Rejects if the phone refuses to store, and tries again when it is called again. */
export const openPhone = (): Promise<PhoneDatabase> => (opening ??= begin())

/** The open database, for synchronous access: a write while the page is being closed must start at once. */
export const openedPhone = (): PhoneDatabase | undefined => opened
