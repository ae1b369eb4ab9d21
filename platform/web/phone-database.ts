import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

export interface PhoneDatabase<Schema extends DBSchema> {
  /** Opens it, once for all. Rejects where the phone will not store, and tries again when asked again. */
  readonly open: () => Promise<IDBPDatabase<Schema>>
  /** Without the promise, once it is open: what is written while the page goes away must start at once. */
  readonly opened: () => IDBPDatabase<Schema> | undefined
}

/** A database of this browser, opened when it is first needed and given up when another version of the portal needs it. */
export function phoneDatabase<Schema extends DBSchema>(
  name: string,
  create: (db: IDBPDatabase<Schema>) => void,
  prepare: (db: IDBPDatabase<Schema>) => Promise<void> = () => Promise.resolve(),
): PhoneDatabase<Schema> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined
  let opened: IDBPDatabase<Schema> | undefined

  function forget(): void {
    opened?.close()
    opened = undefined
    opening = undefined
  }

  async function begin(): Promise<IDBPDatabase<Schema>> {
    try {
      const db = await openDB<Schema>(name, 1, { upgrade: create, blocking: forget, terminated: forget })
      opened = db
      await prepare(db)
      return db
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    open: () => (opening ??= begin()),
    opened: () => opened,
  }
}
