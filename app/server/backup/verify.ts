import { counted } from '#platform/contract/counted.ts'
import { ImportRefused } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { installationOf } from '#platform/server/data-dir.ts'
import { readVersion } from '../installation/version.ts'
import { faultsOf, findBackup, otherVersion, placeOf, readBackup, refuseAnothers, troublesOfStore } from './archive.ts'
import { backupUsage } from './run-backup.ts'

/**
 * `npm run backup -- verify <where>`: reads all of a backup. Opens no database, so that it also works on a machine that has only the
 * backup. If there is a data folder with an id, the latest backup must be of that installation. Throws ImportRefused with the faults.
 */
export async function verifyBackup(
  where: string | null,
  config: Pick<Config, 's3' | 'dataDir'>,
  tell: (line: string) => void,
  version?: string,
): Promise<void> {
  if (where === null) throw new ImportRefused(backupUsage)
  const named = await placeOf(where, config)
  const place = await findBackup(named)
  const backup = await readBackup(place)
  refuseAnothers(backup, named, await installationOf(config.dataDir))
  const faults = await faultsOf(backup)
  if (faults.length > 0) throw new ImportRefused([`${place.name} är inte hel:`, ...faults])
  const { files, rows, manifest } = backup
  tell(
    `${place.name} är hel: databasen, ${rows.length} lönebesked och ${counted(files.length, 'fil', 'filer')}, från ${manifest.startedAt}.`,
  )
  for (const line of troublesOfStore(backup)) tell(line)
  const other = otherVersion(backup, version ?? (await readVersion()))
  if (other) tell(`${other}.`)
}
