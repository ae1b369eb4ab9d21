import { hash } from 'node:crypto'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { Database, OfPlace, Platform } from '#platform/server/area.ts'
import type { NewRow } from '#platform/server/db/rows.ts'
import { documentStore, type Audience, type ReadDocument } from '../store.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import type { Reach } from './shelf.ts'
import { shelfTables, type ShelfTables } from './tables.ts'

/** The documents on a shelf that one employee may see. */
export interface ShelfQuery {
  readonly company: string
  /** Its name. */
  readonly shelf: string
  readonly reach: Reach['of']
  /** Areas, positions or the employee's id: any of these. */
  readonly places: readonly string[]
}

export interface ShelvedDocument {
  readonly documentId: string
  readonly place: string
  readonly fileName: string
  readonly size: number
  /** When the file was last changed. */
  readonly dated: Date
}

/** The most that a list shows: an import that would give one employee more is refused. */
export const mostOnShelf = 5000
const swedish = new Intl.Collator('sv', { numeric: true })
const columns = ['document_id as documentId', 'place', 'file_name as fileName', 'size', 'dated'] as const

/** The query for the documents that one employee may see. Every read of a shelf for an employee starts from it. */
export const visible = (db: Database, { company, shelf, reach, places }: ShelfQuery) =>
  shelfTables(db)
    .selectFrom('shelved_documents')
    .select(columns)
    .where('company', '=', company)
    .where('shelf', '=', shelf)
    .where('reach', '=', reach)
    .where((eb) => eb('place', '=', eb.fn.any(eb.val(places as string[]))))

/** Lists the documents, in alphabetical order. */
export async function onShelf(db: Database, query: ShelfQuery): Promise<ShelvedDocument[]> {
  const rows = await visible(db, query).orderBy('place').orderBy('file_name').limit(mostOnShelf).execute()
  return rows.sort((a, b) => swedish.compare(a.fileName, b.fileName) || swedish.compare(a.place, b.place))
}

/** The document with that name; null if there is none. The name is compared as a whole and never used as a path. */
export async function findOnShelf(db: Database, query: ShelfQuery, fileName: string): Promise<ShelvedDocument | null> {
  // PostgreSQL cannot store such a name, so no list contains it.
  if (fileName.includes('\0') || !fileName.isWellFormed()) return null
  const found = await visible(db, query).where('file_name', '=', fileName).orderBy('place').limit(1).executeTakeFirst()
  return found ?? null
}

/** Reads the file of a document that was found for the same employee. */
export function readFromShelf(
  platform: Platform,
  employee: Employee,
  { documentId }: ShelvedDocument,
): Promise<ReadDocument | null> {
  return documentStore(platform).read(employee, documentId)
}

/** The date of a document in the company's time zone. */
export const dayOf = ({ dated }: ShelvedDocument, timeZone: string): string => dateIn(timeZone, dated)

export interface ShelfItem {
  readonly reach: Reach
  readonly fileName: string
  readonly digest: string
  readonly dated: Date
  read(): Promise<Uint8Array>
}

interface Shelved {
  readonly documentId: string
  readonly reach: Reach['of']
  readonly place: string
  readonly fileName: string
  readonly digest: string
}

export interface ShelfChange {
  readonly added: readonly ShelfItem[]
  readonly changed: readonly ShelfItem[]
  readonly unchanged: number
  /** On the shelf, but not among the items. */
  readonly others: readonly Shelved[]
}

export const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

const placeOf = (reach: Reach): string => {
  if (reach.of === 'area') return reach.area
  if (reach.of === 'position') return reach.position
  return reach.of === 'employee' ? reach.employeeId : ''
}

const keyOf = (reach: string, place: string, fileName: string) => JSON.stringify([reach, place, fileName])

interface Whose {
  readonly company: string
  /** Its name. */
  readonly shelf: string
}

/** The changes that adding the items to the shelf would make. */
export async function planShelf(db: Database, whose: Whose, items: readonly ShelfItem[]): Promise<ShelfChange> {
  const rows = await shelfTables(db)
    .selectFrom('shelved_documents')
    .select(['document_id as documentId', 'reach', 'place', 'file_name as fileName', 'digest'])
    .where('company', '=', whose.company)
    .where('shelf', '=', whose.shelf)
    .execute()
  const there = new Map(rows.map((row) => [keyOf(row.reach, row.place, row.fileName), row]))
  const added: ShelfItem[] = []
  const changed: ShelfItem[] = []
  for (const item of items) {
    const key = keyOf(item.reach.of, placeOf(item.reach), item.fileName)
    const known = there.get(key)
    there.delete(key)
    if (!known) added.push(item)
    else if (known.digest !== item.digest) changed.push(item)
  }
  return { added, changed, unchanged: items.length - added.length - changed.length, others: [...there.values()] }
}

/**
 * The most documents that a list could have. An employee's documents are one list. All others count by the kind of their reach, although a list
 * may have only a part of them.
 */
export function longestList(items: readonly Pick<ShelfItem, 'reach'>[], kept: ShelfChange['others']): number {
  const lists = [
    ...items.map(({ reach }) => (reach.of === 'employee' ? reach.employeeId : reach.of)),
    ...kept.map(({ reach, place }) => (reach === 'employee' ? place : reach)),
  ]
  const counts = Map.groupBy(lists, (list) => list).values()
  return counts.reduce((most, { length }) => Math.max(most, length), 0)
}

/** Adds new and changed documents and removes the given ones: everything or nothing. */
export async function fillShelf(
  platform: Platform,
  whose: Whose,
  { items, remove = [] }: { readonly items: readonly ShelfItem[]; readonly remove?: readonly string[] },
): Promise<void> {
  const files = documentStore(platform)
  const kept: Kept[] = []
  try {
    for (const item of items) {
      const bytes = await item.read()
      kept.push({ id: await files.keep(bytes), item, size: bytes.length, digest: digestOf(bytes) })
    }
    await platform.db.transaction().execute(async (tx) => {
      await files.forget(tx, remove)
      for (const one of kept) {
        const { id, item, size } = one
        const { reach, fileName } = item
        await files.forget(tx, await idsOf(tx, whose, item))
        await files.put(tx, { id, fileName, size, audience: audienceOf(whose.company, reach) })
        await note(tx, whose, one)
      }
    })
  } catch (error) {
    // Files that cannot be removed now are removed within a day; the original error must be reported.
    await files.discard(kept.map(({ id }) => id)).catch(() => undefined)
    throw error
  }
}

async function idsOf(tx: Database, { company, shelf }: Whose, { reach, fileName }: ShelfItem): Promise<string[]> {
  const rows = await shelfTables(tx)
    .selectFrom('shelved_documents')
    .select('document_id')
    .where('company', '=', company)
    .where('shelf', '=', shelf)
    .where('reach', '=', reach.of)
    .where('place', '=', placeOf(reach))
    .where('file_name', '=', fileName)
    .execute()
  return rows.map(({ document_id }) => document_id)
}

interface Kept {
  readonly id: string
  readonly item: ShelfItem
  readonly size: number
  readonly digest: string
}

async function note(tx: Database, { company, shelf }: Whose, { id, item, size, digest }: Kept): Promise<void> {
  const { reach, fileName, dated } = item
  await shelfTables(tx)
    .insertInto('shelved_documents')
    .values({
      document_id: id,
      company,
      shelf,
      reach: reach.of,
      place: placeOf(reach),
      file_name: fileName,
      size,
      digest,
      dated,
    } satisfies NewRow<ShelfTables['shelved_documents']>)
    .execute()
}

// A position's documents are stored as readable by the whole company: the shelf checks the position, and nobody else knows their opaque names.
function audienceOf(company: string, reach: Reach): Audience {
  if (reach.of === 'employee') return reach
  return reach.of === 'area' ? { ...reach, company } : { of: 'company', company }
}

/** How many documents each area of a company has. */
export async function shelvedForAreas(db: Database, company: string): Promise<OfPlace[]> {
  const rows = await shelfTables(db)
    .selectFrom('shelved_documents')
    .select(['place', ({ fn }) => fn.countAll<string>().as('count')])
    .where('company', '=', company)
    .where('reach', '=', 'area')
    .groupBy('place')
    .execute()
  return rows.map(({ place, count }) => ({ place, what: `${count} dokument` }))
}
