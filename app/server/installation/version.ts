import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the build puts the page. */
export const webDir = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** The version of sources that have not been built. */
export const unbuilt = '00000000.0'

/** Build version of the page, `YYYYMMDD.n`, which the build writes next to the page. */
export async function readVersion(from = webDir): Promise<string> {
  return readFile(join(from, 'version.txt'), 'utf8').then(
    (text) => text.trim(),
    () => unbuilt,
  )
}
