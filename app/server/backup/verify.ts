import { counted } from '#platform/contract/counted.ts'
import { ImportRefused } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { faultsOf, findBackup, placeOf, readBackup } from './archive.ts'
import { backupUsage } from './run-backup.ts'

/**
 * `npm run backup -- verify <where>`: reads all of a backup. It opens neither the database nor the data folder, so that it also works on a
 * machine that has nothing but the backup. Throws ImportRefused that says what is wrong.
 */
export async function verifyBackup(
  where: string | null,
  config: Pick<Config, 's3'>,
  tell: (line: string) => void,
): Promise<void> {
  if (where === null) throw new ImportRefused(backupUsage)
  const place = await findBackup(await placeOf(where, config))
  const backup = await readBackup(place)
  const faults = await faultsOf(backup)
  if (faults.length > 0) throw new ImportRefused([`${place.name} är inte hel:`, ...faults])
  const { files, rows, manifest } = backup
  tell(
    `${place.name} är hel: databasen, ${rows.length} lönebesked och ${counted(files.length, 'fil', 'filer')}, från ${manifest.startedAt}.`,
  )
}
