import { sql } from 'kysely'
import { ImportRefused, type Database, type Platform } from '#platform/server/area.ts'
import { fullDisk } from '#platform/server/files/file-fault.ts'
import type { Measure } from '#platform/server/metrics.ts'
import { platformTables } from '#platform/server/tables.ts'
import type { Place } from '#platform/server/blobs/place.ts'
import { latestKey, placeOf, readBackup, troublesOfStore } from './archive.ts'
import { makeBackup, type CommandParts } from './make.ts'

type Tell = (line: string) => void

export const backupUsage = [
  'Användning: npm run backup -- <mapp eller s3://hink/väg>            gör en säkerhetskopia där',
  '            npm run backup -- --anew <mapp eller s3://hink/väg>     börjar om där: jämför inte med någon tidigare kopia',
  '            npm run backup -- verify <mapp eller s3://hink/väg>     läser den, eller den senaste där',
]

/** The option that takes the files as they are, and a place as if nothing had been there. */
export const anew = 'anew'

/** A place that has not been used for so long is forgotten. */
const DAYS_REMEMBERED = 400

interface Asked {
  /** The place as the operator wrote it; null if there is none or more than one. */
  readonly where: string | null
  /** Whether nothing is compared with an earlier backup, nor expected to be in the place. */
  readonly isAnew: boolean
}

/** `npm run backup -- <where>`. Throws ImportRefused that says what is wrong. */
export async function runBackup(
  { where, isAnew }: Asked,
  platform: Platform,
  parts: CommandParts,
  tell: Tell,
): Promise<void> {
  if (where === null) throw new ImportRefused(backupUsage)
  const place = await placeOf(where, platform.config)
  if (!isAnew) await refuseEmptied(platform.db, place)
  const made = await makeBackup(platform, parts, { to: place, isAnew }, tell).catch((error: unknown) => {
    // The message names the place, because its disk is seldom the portal's own.
    const line = fullDisk(error, place.name)
    throw line === null ? error : new ImportRefused([line], error)
  })
  await notePlace(platform.db, place, platform.clock())
  const troubles = troublesOfStore(await readBackup(made))
  if (troubles.length === 0) {
    await noteSuccess(platform.db, platform.clock())
    tell(`Klart: ${made.name}`)
  }
  for (const line of withoutKeys) tell(line)
  // The backup can be restored, but the operator has to know.
  if (troubles.length > 0)
    throw new ImportRefused([`Kopian är gjord, men räknas inte som lyckad: ${made.name}`, ...troubles])
}

/** Shown after every backup, because the operator has to store these keys elsewhere. */
const withoutKeys = [
  'NYCKLARNA INGÅR INTE: PAYSLIP_KEY (utan den öppnas inget lönebesked), DATA_DIR/payslip.key, S3- och databasnycklar',
  'och enkätens nycklar (DATA_DIR/survey-keys, som aldrig får kopieras). Förvara PAYSLIP_KEY på ett annat ställe än kopian.',
]

/**
 * Throws ImportRefused if a place that had backups has none. A folder whose disk is not mounted would otherwise fill the machine's own disk, and
 * the alarm for backups would say nothing.
 */
async function refuseEmptied(db: Database, place: Place): Promise<void> {
  const known = await platformTables(db)
    .selectFrom('backup_places')
    .select('last_used_at')
    .where('place', '=', place.name)
    .executeTakeFirst()
  if (!known || (await place.has(latestKey))) return
  throw new ImportRefused([
    `${place.name} saknar ${latestKey}, men där gjordes en säkerhetskopia ${known.last_used_at.toISOString()}: är disken monterad?`,
    `Är platsen ny eller tömd med avsikt: npm run backup -- --${anew} ${place.name}`,
  ])
}

/** The clock's time or the database's, whichever is behind: a time ahead would count as a backup until it has passed. */
const notAhead = (now: Date) => sql<Date>`least(${now}::timestamptz, clock_timestamp())`

async function noteSuccess(db: Database, now: Date): Promise<void> {
  const finished_at = notAhead(now)
  await platformTables(db)
    .insertInto('last_backup')
    .values({ finished_at })
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet({ finished_at }))
    .execute()
}

/** Also of a backup that does not count as a success: the next one expects it there. */
async function notePlace(db: Database, { name: place }: Place, now: Date): Promise<void> {
  const last_used_at = notAhead(now)
  await platformTables(db)
    .insertInto('backup_places')
    .values({ place, last_used_at })
    .onConflict((conflict) => conflict.column('place').doUpdateSet({ last_used_at }))
    .execute()
  // A script may name a new folder each night.
  await sql`
    delete from backup_places where last_used_at < ${last_used_at} - ${DAYS_REMEMBERED} * interval '1 day'`.execute(db)
}

/** When the last backup by command succeeded; no value if there has been none. */
export const backupMeasure = ({ db }: Pick<Platform, 'db'>): Measure => ({
  name: 'linjen_backup_last_success_timestamp_seconds',
  help: 'When npm run backup last succeeded',
  read: async () => {
    const { rows } = await sql<{ value: number }>`
      select extract(epoch from finished_at)::float8 as value from last_backup`.execute(db)
    return rows
  },
})
