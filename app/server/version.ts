import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Build version of the page, `YYYYMMDD.n`, which the build writes next to the page. */
export async function readVersion(webDir: string): Promise<string> {
  return readFile(join(webDir, 'version.txt'), 'utf8').then(
    (text) => text.trim(),
    () => '00000000.0',
  )
}
