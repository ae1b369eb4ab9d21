import { createHash } from 'node:crypto'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import type { NewRow } from '#platform/server/db/rows.ts'
import { documentStore, type Audience, type ReadDocument } from '../store.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import type { Reach } from './shelf.ts'
import { shelfTables, type ShelfTables } from './tables.ts'

/** A shelf as one employee looks for something on it. */
export interface Look {
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

/** As many as a folder may hold and a list shows: an import that would leave more for one reader is refused. */
export const mostOnShelf = 5000
const swedish = new Intl.Collator('sv', { numeric: true })
const columns = ['document_id as documentId', 'place', 'file_name as fileName', 'size', 'dated'] as const

/** What lies there, in alphabetical order. */
export async function onShelf(db: Database, { company, shelf, reach, places }: Look): Promise<ShelvedDocument[]> {
  const rows = await shelfTables(db)
    .selectFrom('shelved_documents')
    .select(columns)
    .where('company', '=', company)
    .where('shelf', '=', shelf)
    .where('reach', '=', reach)
    .where((eb) => eb('place', '=', eb.fn.any(eb.val([...places]))))
    .orderBy('place')
    .orderBy('file_name')
    .limit(mostOnShelf)
    .execute()
  return rows.sort((a, b) => swedish.compare(a.fileName, b.fileName) || swedish.compare(a.place, b.place))
}

/** The one of that name; null where there is none. A name is compared as a whole: it is never a path. */
export async function findOnShelf(db: Database, look: Look, fileName: string): Promise<ShelvedDocument | null> {
  // PostgreSQL stores neither: such a name was never given out.
  if (fileName.includes('\0') || !fileName.isWellFormed()) return null
  const { company, shelf, reach, places } = look
  const found = await shelfTables(db)
    .selectFrom('shelved_documents')
    .select(columns)
    .where('company', '=', company)
    .where('shelf', '=', shelf)
    .where('reach', '=', reach)
    .where((eb) => eb('place', '=', eb.fn.any(eb.val([...places]))))
    .where('file_name', '=', fileName)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** The file of a document that was found for the same employee. */
export function readFromShelf(
  platform: Platform,
  employee: Employee,
  { documentId }: ShelvedDocument,
): Promise<ReadDocument | null> {
  return documentStore(platform).read(employee, documentId)
}

/** The day of a document, by the company's own calendar. */
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

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

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

/** What putting the items on the shelf would change. */
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

/** How many documents the fullest list would show: an employee's own are listed alone, all others at most by their reach. */
export function longestList(items: readonly ShelfItem[], kept: ShelfChange['others']): number {
  const lists = [
    ...items.map(({ reach }) => (reach.of === 'employee' ? reach.employeeId : reach.of)),
    ...kept.map(({ reach, place }) => (reach === 'employee' ? place : reach)),
  ]
  const counts = Map.groupBy(lists, (list) => list).values()
  return counts.reduce((most, { length }) => Math.max(most, length), 0)
}

/** Puts what is new and changed on the shelf and takes away what is given to be removed: all of it or nothing. */
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
    // What cannot be removed now goes within a day; why it failed is what matters.
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

// Who has a position is asked by the shelf, which alone knows these documents' opaque names.
function audienceOf(company: string, reach: Reach): Audience {
  if (reach.of === 'employee') return reach
  return reach.of === 'area' ? { ...reach, company } : { of: 'company', company }
}
