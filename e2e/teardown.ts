import { rm } from 'node:fs/promises'
import { dataDir } from './portal.ts'

/** The portal's folder goes with it. */
export default async function teardown(): Promise<void> {
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
}
