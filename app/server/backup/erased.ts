import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Database, Platform } from '#platform/server/area.ts'
import { blobStore, storesOf } from '#platform/server/blobs/blobs.ts'
import { addErasures, erasuresToKeep, markKept, recordedErasures, type Erasure } from '#platform/server/erasures.ts'
import { doors } from '../areas.ts'

/** Where in the file store the notes of what has been erased are. */
export const erasuresFolder = 'erasures'

const Erasures = z.array(z.object({ id: z.uuid(), kind: z.string(), subject: z.string(), erasedAt: z.string() }))

/** Writes to the file store what has been erased since the last time, so that it is known also where the database is lost. */
export async function keepErasures({ db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>): Promise<void> {
  const erased = await erasuresToKeep(db)
  if (erased.length === 0) return
  const now = clock()
  const at = now.toISOString().replaceAll(/[:.]/g, '-')
  await blobStore(config).put(`${erasuresFolder}/${at}-${randomUUID()}.json`, Buffer.from(JSON.stringify(erased)))
  await markKept(
    db,
    erased.map(({ id }) => id),
    now,
  )
}

/** All erasures that the database and the file store know of. */
export async function erasuresKnown({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<Erasure[]> {
  const known = new Map((await recordedErasures(db)).map((erasure) => [erasure.id, erasure]))
  const { in: main, also } = config.files
  for (const named of [main, ...(also ? [also] : [])]) {
    const place = await storesOf(config).open(named)
    for await (const key of place.list(erasuresFolder)) {
      const bytes = await place.read(key)
      if (!bytes) continue
      for (const erasure of Erasures.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))))
        known.set(erasure.id, erasure)
    }
  }
  return [...known.values()]
}

/** Erases in a restored database what had been erased after its backup. Returns how many erasures that were. */
export async function eraseAgain(db: Database, erased: readonly Erasure[]): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const added = await addErasures(tx, erased)
    for (const door of doors) {
      for (const [kind, erase] of Object.entries(door.eraseAgain ?? {})) {
        const subjects = added.filter((erasure) => erasure.kind === kind).map(({ subject }) => subject)
        if (subjects.length > 0) await erase(tx, subjects)
      }
    }
    return added.length
  })
}
