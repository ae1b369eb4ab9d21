import { sql } from 'kysely'
import { ImportRefused, type Database, type Platform } from '#platform/server/area.ts'
import { diskFault } from '#platform/server/files/file-fault.ts'
import type { Measure } from '#platform/server/metrics.ts'
import { platformTables } from '#platform/server/tables.ts'
import { placeOf, readBackup, troublesOfStore } from './archive.ts'
import { makeBackup, type CommandParts } from './make.ts'

type Tell = (line: string) => void

export const backupUsage = [
  'Användning: npm run backup -- <mapp eller s3://hink/väg>            gör en säkerhetskopia där',
  '            npm run backup -- verify <mapp eller s3://hink/väg>     läser den, eller den senaste där',
]

/** `npm run backup -- <where>`. Throws ImportRefused that says what is wrong. */
export async function runBackup(
  where: string | null,
  platform: Platform,
  parts: CommandParts,
  tell: Tell,
): Promise<void> {
  if (where === null) throw new ImportRefused(backupUsage)
  const place = await placeOf(where, platform.config)
  const made = await makeBackup(platform, parts, place, tell).catch((error: unknown) => {
    // The message names the place, because its disk is seldom the portal's own.
    if (diskFault(error) === 'full') throw new ImportRefused([`Disken är full: ${place.name}.`], error)
    throw error
  })
  const troubles = troublesOfStore(await readBackup(made))
  if (troubles.length === 0) {
    await noteBackup(platform.db, platform.clock())
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

async function noteBackup(db: Database, now: Date): Promise<void> {
  await platformTables(db)
    .insertInto('last_backup')
    .values({ finished_at: now })
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet({ finished_at: now }))
    .execute()
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
