import { randomBytes } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { claimValues } from '#platform/contract/claims.ts'
import type { Database, Platform, StoredFile } from '#platform/server/area.ts'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import { removeDoomed } from '#platform/server/blobs/remove-doomed.ts'
import { recordErasures } from '#platform/server/erasures.ts'
import { mayBeTakenBack } from '#platform/server/db/restore-point.ts'
import { columnsOf, selected, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import { documentTables, type DocumentTables } from './tables.ts'

/** Who may read a document. An area is a value of the claim IntraCompanyArea. */
export type Audience =
  | { readonly of: 'group' }
  | { readonly of: 'company'; readonly company: string }
  | { readonly of: 'area'; readonly company: string; readonly area: string }
  | { readonly of: 'employee'; readonly employeeId: string }

interface NewDocument {
  /** The id that `keep` returned. */
  readonly id: string
  readonly fileName: string
  readonly size: number
  readonly audience: Audience
}

export interface ReadDocument {
  readonly fileName: string
  readonly bytes: Uint8Array
}

/**
 * Files that the portal serves: news attachments and pictures, certificates. Each is stored under an opaque name of 256
 * random bits, in the file store, with a row that says who may read it. Nothing that a client sends is ever used as a path or an
 * address: the opaque name is looked up, and an absent document and another employee's get the same answer.
 *
 *     const files = documentStore(platform)
 *     const id = await files.keep(bytes)
 *     await files.put(tx, { id, fileName: 'Intyg YKB.pdf', size: bytes.length, audience: { of: 'employee', employeeId } })
 *     const url = documentAddress(id, 'Intyg YKB.pdf')   // what GET /api/spcommon/downloadfile?filurl= takes
 *     await files.forget(tx, [id])                       // the file itself is removed within the hour
 *
 * An area that stores more about a document references documents(id) from its own table.
 */
export interface Documents {
  /** Writes a file, outside any transaction, and returns its opaque name. If it is not put within twelve hours, it is removed after a day. */
  keep(bytes: Uint8Array): Promise<string>
  /** Stores the name of a file and who may read it, in the given transaction. Throws if the file was kept too long ago, or not at all. */
  put(db: Database, document: NewDocument): Promise<void>
  /** The file itself, without a check of the reader, for work that the portal does for no employee; null if it is gone. */
  content(id: string): Promise<Uint8Array | null>
  /** Null if there is none that the employee may read. */
  read(asking: Pick<Employee, 'id' | 'company' | 'claims'>, id: string): Promise<ReadDocument | null>
  /** Deletes documents. Nobody can read them once the transaction is committed. */
  forget(db: Database, ids: readonly string[]): Promise<void>
  /** Removes those of these files that have not been put, to free their space. */
  discard(ids: readonly string[]): Promise<void>
  /** Removes the files of deleted rows, and those that were never put. Removes none while a restore may be taken back. */
  removeForgotten(): Promise<void>
}

/** How long a file is kept without a row. It may be put only during half of this time, so that none is put while it is being removed. */
const KEPT_MS = 86_400_000
const PUT_MS = KEPT_MS / 2
/** How many files are removed before their rows are deleted. */
const AT_A_TIME = 500

const opaque = /^[\w-]{43}$/

const keyOf = (id: string) => `documents/${id.slice(0, 2)}/${id}`

/** The kind under which a forgotten document is recorded (platform/server/erasures.ts). */
const documentKind = 'document'

export const forgetDocumentsAgain = {
  async [documentKind](db: Database, ids: readonly string[]): Promise<void> {
    await sql`delete from documents where id = any(${ids})`.execute(db)
  },
}

/** The files of all documents, and those that are being added or removed (`passing`). */
export async function storedDocuments(db: Database): Promise<StoredFile[]> {
  const stored = selected({ id: columnsOf<DocumentTables['documents']>('d')('id'), passing: sql<boolean>`false` })
  const { rows } = await sql<RowOf<typeof stored>>`
    select ${stored} from documents d union all select id, true from doomed_documents order by id`.execute(db)
  return rows.map(({ id, passing }) => ({ key: keyOf(id), passing }))
}

export function documentStore({ db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>): Documents {
  const blobs = blobStore(config)
  const ago = (ms: number) => new Date(clock().getTime() - ms)
  return {
    async keep(bytes) {
      const id = randomBytes(32).toString('base64url')
      // Recorded before the file is written, so that a process that is killed before inserting the row leaves no unknown file.
      await documentTables(db).insertInto('doomed_documents').values({ id, kept_at: clock() }).execute()
      await blobs.put(keyOf(id), bytes)
      return id
    },

    async put(tx, { id, fileName, size, audience }) {
      const employeeId = audience.of === 'employee' ? audience.employeeId : null
      const company = audience.of === 'company' || audience.of === 'area' ? audience.company : null
      const area = audience.of === 'area' ? audience.area : null
      const { rows } = await sql`
        delete from doomed_documents where id = ${id} and kept_at > ${ago(PUT_MS)} returning 1`.execute(tx)
      if (rows.length === 0) throw new Error('the file of a document was kept too long ago, or not at all')
      await documentTables(tx)
        .insertInto('documents')
        .values({
          id,
          file_name: fileName,
          size,
          employee_id: employeeId,
          company,
          area,
          created_at: clock(),
        } satisfies NewRow<DocumentTables['documents']>)
        .execute()
    },

    async read(asking, id) {
      if (!opaque.test(id)) return null
      const areas = claimValues(asking.claims, 'IntraCompanyArea')
      const { rows } = await sql<Pick<Selectable<DocumentTables['documents']>, 'file_name'>>`
        select file_name from documents
        where id = ${id} and case
          when employee_id is not null then employee_id = ${asking.id}
          when area is not null then company = ${asking.company} and area = any(${areas})
          else company is null or company = ${asking.company}
        end`.execute(db)
      const bytes = rows[0] && (await blobs.read(keyOf(id)))
      return rows[0] && bytes ? { fileName: rows[0].file_name, bytes } : null
    },

    content: (id) => blobs.read(keyOf(id)),

    async forget(tx, ids) {
      await sql`delete from documents where id = any(${ids})`.execute(tx)
      await recordErasures(tx, documentKind, ids)
    },

    async discard(ids) {
      // Waits for a transaction that has put them, but whose connection was lost: if it is committed after all, its files have no such row.
      const { rows } = await sql<Pick<Selectable<DocumentTables['doomed_documents']>, 'id'>>`
        select id from doomed_documents where id = any(${ids}) for update`.execute(db)
      for (const { id } of rows) await blobs.remove(keyOf(id))
      await sql`delete from doomed_documents where id = any(${rows.map(({ id }) => id)})`.execute(db)
    },

    async removeForgotten() {
      if (await mayBeTakenBack({ db, config })) return
      await blobs.removeUnfinished(ago(KEPT_MS))
      await removeDoomed(blobs, {
        async next(after) {
          const { rows } = await sql<Pick<Selectable<DocumentTables['doomed_documents']>, 'id'>>`
            select id from doomed_documents
            where (kept_at is null or kept_at < ${ago(KEPT_MS)}) and id > ${after}
            order by id limit ${AT_A_TIME}`.execute(db)
          return rows.map(({ id }) => id)
        },
        keysOf: (id) => [keyOf(id)],
        forget: async (ids) => {
          await sql`delete from doomed_documents where id = any(${ids})`.execute(db)
        },
      })
    },
  }
}

/** The address of a document in the portal's answers. */
export const documentAddress = (id: string, fileName: string): string =>
  `/dokument/${id}/${encodeURIComponent(fileName)}`

/** The opaque name in an address; null if it is not one of the portal's. The host, if any, is ignored. */
export function opaqueIn(address: string): string | null {
  const name = address.split('/').at(-2) ?? ''
  return opaque.test(name) ? name : null
}
