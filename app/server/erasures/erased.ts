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

/** The folder in the file store with the erasures. */
export const erasuresFolder = 'erasures'

/** Whether `key` names a file that this module wrote, and not a file of a file manager. */
export const hasErasures = (key: string): boolean =>
  /^erasures\/[\dTZ-]+-[0-9a-f]{8}(-[0-9a-f]{4,12}){4}\.json$/.test(key)

type Parts = Pick<Platform, 'db' | 'clock' | 'config'>

const Erasures = z.array(z.object({ id: z.uuid(), kind: z.string(), subject: z.string(), erasedAt: z.string() }))

/** Copies new erasures to the file store, so that they are known even if the database is lost. */
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

/** Writes these erasures to a new file. Returns its key. */
async function putErasures(erased: readonly Erasure[], config: Parts['config'], now: Date): Promise<string> {
  const at = now.toISOString().replaceAll(/[:.]/g, '-')
  const file = `${erasuresFolder}/${at}-${randomUUID()}.json`
  const noted = erased.map(({ id, kind, subject, erasedAt }) => ({ id, kind, subject, erasedAt }))
  await blobStore(config).put(file, Buffer.from(JSON.stringify(noted)))
  return file
}

interface Kept {
  readonly erasures: readonly Erasure[]
  /** The keys of all files in the folder, including those that were not read. */
  readonly files: ReadonlySet<string>
}

/** The erasures in the file store, except those in the files of `but`, which are not read. Throws NotRead if the store is away. */
async function keptErasures({ config }: Pick<Parts, 'config'>, but: ReadonlySet<string>): Promise<Kept> {
  const files = new Set<string>()
  const kept = new Map<string, Erasure>()
  const { in: main, also } = config.files
  const { open, sureOfAbsence } = storesOf(config)
  for (const named of [main, ...(also ? [also] : [])]) {
    const place = await open(named)
    for await (const key of place.list(erasuresFolder)) {
      files.add(key)
      const bytes = but.has(key) || !hasErasures(key) ? null : await place.read(key)
      if (!bytes) continue
      for (const erasure of erasuresIn(bytes, `${place.name}/${key}`)) kept.set(erasure.id, { ...erasure, keptIn: key })
    }
  }
  await sureOfAbsence()
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
  // Which file of the file store has an erasure is taken only from that store: the database may belong to another store.
  const recorded = (await recordedErasures(db)).map((erasure) => ({ ...erasure, keptIn: null }))
  const known = [...recorded, ...(await keptErasures({ config }, new Set())).erasures]
  return [...new Map(known.map((erasure) => [erasure.id, erasure])).values()]
}

/**
 * Erases what was erased after the state of this database. Returns how many erasures the database did not have. An erasure of a kind
 * that only a newer version knows is not recorded in the database, so that the newer version finds it in the file store.
 */
export async function eraseAgain({ db, clock, config }: Parts, erased: readonly Erasure[]): Promise<number> {
  const kinds = new Set([employeeKind, ...doors.flatMap((door) => Object.keys(door.eraseAgain ?? {}))])
  // In their order in time, since the last change of an employment applies.
  const known = erased
    .filter(({ kind }) => kinds.has(kind))
    .toSorted((one, other) => (one.erasedAt < other.erasedAt ? -1 : Number(one.erasedAt > other.erasedAt)))
  // A file is not read again once the database has one of its erasures, and erasures that only the database has are in no file. So
  // unknown kinds from both get a new file.
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
    // Employees come last, because the steps before must find hidden texts as they were.
    const employees = added.filter(({ kind }) => kind === employeeKind).map(({ subject }) => subject)
    for (const id of employees) await eraseEmployee(tx, id, clock())
    return added.length
  })
}

/** Removes employees whose employment has ended again from cases and from requests. */
async function letGoOfEnded(tx: Database, at: Date): Promise<void> {
  const { rows } = await sql<{ company: string }>`
    select distinct company from employees where not active order by company`.execute(tx)
  const today = at.toISOString().slice(0, 10)
  for (const { company } of rows) await employmentEnded(tx, { company, at, today, by: null })
}

/**
 * Erases what the file store has and the database does not, as after an older state of the database was put back. Returns the number of
 * erasures.
 */
export async function replayErasures({ db, clock, config }: Parts): Promise<number> {
  try {
    const timeline = await timelineOf(db)
    const named = await filesOfErasures(db)
    const { erasures: unknown, files } = await keptErasures({ config }, named)
    // Files are missing if the store was lost and replaced. Their erasures are written again within a minute, before the database may
    // be lost too.
    await forgetKept(
      db,
      [...named].filter((file) => !files.has(file)),
    )
    const again = unknown.length > 0 ? await eraseAgain({ db, clock, config }, unknown) : 0
    await noteReplayed(db, timeline)
    return again
  } catch (error) {
    // The comparison has not been made. This must be noted even if the database is on the same timeline as before, which happens when a
    // disk was put back.
    await forgetReplayed(db).catch(() => undefined)
    throw error
  }
}

/** Runs every minute, because a recovery from the archive may have happened while the portal ran. */
export async function tendErasures(platform: Parts & Pick<Platform, 'log'>): Promise<void> {
  const { db, log } = platform
  await keepErasures(platform)
  if ((await replayedTimeline(db)) === (await timelineOf(db))) return
  const again = await replayErasures(platform)
  if (again > 0) log.warn({ erasures: again }, 'erased again: the database is one of before')
}
