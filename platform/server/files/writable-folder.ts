import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installationOf } from '../data-dir.ts'
import { WrongSetting } from '../settings.ts'
import { diskFault } from './file-fault.ts'

/**
 * Throws WrongSetting if no file can be written to the folder, which is created if absent. A folder that is in use already may be full: then
 * photos and documents alone are refused, until there is room (docs/decisions/0070).
 */
export async function checkWritable(dataDir: string): Promise<'writable' | 'full'> {
  const file = join(dataDir, `.write-${randomUUID()}`)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(file, 'x')
    return 'writable'
  } catch (error) {
    if (diskFault(error) === 'full' && (await installationOf(dataDir)) !== null) return 'full'
    throw new WrongSetting(
      `DATA_DIR=${dataDir} (mappen går inte att skriva i: ${(error as NodeJS.ErrnoException).code})`,
    )
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}
