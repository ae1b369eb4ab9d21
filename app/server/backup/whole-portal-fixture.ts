import { randomBytes } from 'node:crypto'
import type { Database } from '#platform/server/area.ts'
import { blobStore, type FileConfig } from '#platform/server/blobs/blobs.ts'
import { storedFiles } from '../files/compare.ts'

/**
 * Writes the files that the rows of the tests' template name, because their own were removed with the template's folder. Returns
 * their keys.
 */
export async function giveRowsTheirFiles(db: Database, config: FileConfig, size = 3000): Promise<string[]> {
  const blobs = blobStore(config)
  const keys = (await storedFiles(db)).filter(({ passing }) => !passing).map(({ key }) => key)
  for (const key of keys) if (!(await blobs.has(key))) await blobs.put(key, randomBytes(size))
  return keys
}
