import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { employmentEnded } from '#core/cases/server/employment-ended.ts'
import { employment } from '#core/people/server/ended-again.ts'
import { type Database, ImportRefused, type Platform } from '#platform/server/area.ts'
import { blobStore, storesOf } from '#platform/server/blobs/blobs.ts'
import {
  addErasures,
  erasuresToKeep,
  filesOfErasures,
  forgetKept,
  forgetReplayed,
  markKept,
  noteReplayed,
  recordedErasures,
  replayedTimeline,
  timelineOf,
  type Erasure,
} from '#platform/server/erasures.ts'
import { doors } from '../areas.ts'
import { employeeKind, eraseEmployee } from './erase-employee.ts'

/** Where in the file store the notes of what has been erased are. */
export const erasuresFolder = 'erasures'

/** Whether a file there is one that keepErasures wrote, and not a file manager's own. */
export const hasErasures = (key: string): boolean =>
  /^erasures\/[\dTZ-]+-[0-9a-f]{8}(-[0-9a-f]{4,12}){4}\.json$/.test(key)

type Parts = Pick<Platform, 'db' | 'clock' | 'config'>

const Erasures = z.array(z.object({ id: z.uuid(), kind: z.string(), subject: z.string(), erasedAt: z.string() }))

/** Writes to the file store what has been erased since the last time, so that it is known also where the database is lost. */
export async function keepErasures({ db, clock, config }: Parts): Promise<void> {
  const erased = await erasuresToKeep(db)
  if (erased.length === 0) return
  const now = clock()
  const file = await putErasures(erased, config, now)
  await markKept(
    db,
    erased.map(({ id }) => id),
    file,
    now,
  )
}

/** Writes these to a file of their own. Returns its key. */
async function putErasures(erased: readonly Erasure[], config: Parts['config'], now: Date): Promise<string> {
  const at = now.toISOString().replaceAll(/[:.]/g, '-')
  const file = `${erasuresFolder}/${at}-${randomUUID()}.json`
  const noted = erased.map(({ id, kind, subject, erasedAt }) => ({ id, kind, subject, erasedAt }))
  await blobStore(config).put(file, Buffer.from(JSON.stringify(noted)))
  return file
}

interface Kept {
  readonly erasures: readonly Erasure[]
  /** The files that have them, with those that were not read. */
  readonly files: ReadonlySet<string>
}

/** Those of the file store, without the files that are named. */
async function keptErasures({ config }: Pick<Parts, 'config'>, but: ReadonlySet<string>): Promise<Kept> {
  const files = new Set<string>()
  const kept = new Map<string, Erasure>()
  const { in: main, also } = config.files
  for (const named of [main, ...(also ? [also] : [])]) {
    const place = await storesOf(config).open(named)
    for await (const key of place.list(erasuresFolder)) {
      files.add(key)
      const bytes = but.has(key) || !hasErasures(key) ? null : await place.read(key)
      if (!bytes) continue
      for (const erasure of erasuresIn(bytes, `${place.name}/${key}`)) kept.set(erasure.id, { ...erasure, keptIn: key })
    }
  }
  return { erasures: [...kept.values()], files }
}

function erasuresIn(bytes: Uint8Array, name: string): z.infer<typeof Erasures> {
  try {
    return Erasures.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch (error) {
    throw new ImportRefused([`${name} är skadad: där står vad som har raderats och ska raderas igen.`], error)
  }
}

/** All erasures that the database and the file store know of. */
export async function erasuresKnown({ db, config }: Pick<Parts, 'db' | 'config'>): Promise<Erasure[]> {
  // Which file of this store has it is seen from the store alone: the database may be of another one.
  const recorded = (await recordedErasures(db)).map((erasure) => ({ ...erasure, keptIn: null }))
  const known = [...recorded, ...(await keptErasures({ config }, new Set())).erasures]
  return [...new Map(known.map((erasure) => [erasure.id, erasure])).values()]
}

/**
 * Erases in a database what had been erased after its state. Returns how many erasures it did not know. One of a kind that only a newer
 * version knows is not noted in it: that version finds it in the file store.
 */
export async function eraseAgain({ db, clock, config }: Parts, erased: readonly Erasure[]): Promise<number> {
  const kinds = new Set([employeeKind, ...doors.flatMap((door) => Object.keys(door.eraseAgain ?? {}))])
  // In the order in which it was done: what an employment was last holds.
  const known = erased
    .filter(({ kind }) => kinds.has(kind))
    .toSorted((one, other) => (one.erasedAt < other.erasedAt ? -1 : Number(one.erasedAt > other.erasedAt)))
  // A file of which the database knows one erasure is not read again, and what is in the database alone is in no file.
  const passed = new Set([null, ...known.map(({ keptIn }) => keptIn)])
  const left = erased.filter(({ kind, keptIn }) => !kinds.has(kind) && passed.has(keptIn))
  if (left.length > 0) await putErasures(left, config, clock())
  return db.transaction().execute(async (tx) => {
    const added = await addErasures(tx, known, clock())
    for (const door of doors) {
      for (const [kind, erase] of Object.entries(door.eraseAgain ?? {})) {
        const subjects = added.filter((erasure) => erasure.kind === kind).map(({ subject }) => subject)
        if (subjects.length > 0) await erase(tx, subjects, { clock, config })
      }
    }
    if (added.some(({ kind }) => kind === employment)) await letGoOfEnded(tx, clock())
    // Last: what was hidden before has to be found as it was.
    const employees = added.filter(({ kind }) => kind === employeeKind).map(({ subject }) => subject)
    for (const id of employees) await eraseEmployee(tx, id, clock())
    return added.length
  })
}

/** What follows for those whose employment has ended again: no case, and no request about them. */
async function letGoOfEnded(tx: Database, at: Date): Promise<void> {
  const { rows } = await sql<{ company: string }>`
    select distinct company from employees where not active order by company`.execute(tx)
  const today = at.toISOString().slice(0, 10)
  for (const { company } of rows) await employmentEnded(tx, { company, at, today, by: null })
}

/** Erases again what the file store knows and the database does not: it is then one of before. Returns how many erasures that were. */
export async function replayErasures({ db, clock, config }: Parts): Promise<number> {
  try {
    const timeline = await timelineOf(db)
    const named = await filesOfErasures(db)
    const { erasures: unknown, files } = await keptErasures({ config }, named)
    // A store that was lost and replaced: they are written again within the minute, before the database may be lost, too.
    await forgetKept(
      db,
      [...named].filter((file) => !files.has(file)),
    )
    const again = unknown.length > 0 ? await eraseAgain({ db, clock, config }, unknown) : 0
    await noteReplayed(db, timeline)
    return again
  } catch (error) {
    // Nothing is known to have been compared, also where the database is on the timeline of before, as a disk that was put back is.
    await forgetReplayed(db).catch(() => undefined)
    throw error
  }
}

/** The work of every minute: a recovery from the archive may have happened while the portal ran. */
export async function tendErasures(platform: Parts & Pick<Platform, 'log'>): Promise<void> {
  const { db, log } = platform
  await keepErasures(platform)
  if ((await replayedTimeline(db)) === (await timelineOf(db))) return
  const again = await replayErasures(platform)
  if (again > 0) log.warn({ erasures: again }, 'erased again: the database is one of before')
}
