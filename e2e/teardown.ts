import { rm } from 'node:fs/promises'
import { dataDir } from './portal.ts'

/** Removes the portal's folder. */
export default async function teardown(): Promise<void> {
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
}
