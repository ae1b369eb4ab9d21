import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { testPortal, type TestPortal } from '../../../../app/server/test-portal.ts'
import type { Platform } from '#platform/server/area.ts'
import { readConfig } from '#platform/server/config.ts'
import { loadVariants } from '#platform/server/variants.ts'

export interface ShelfPortal {
  readonly portal: TestPortal
  readonly platform: Platform
  /** A temporary folder, removed at the end; `data` in it is the portal's data folder. */
  readonly folder: string
  close(): Promise<void>
}

/** A portal with its own data folder, and the Platform that an importer or a demo receives. */
export async function shelfPortal(): Promise<ShelfPortal> {
  const folder = await mkdtemp(join(tmpdir(), 'linjen-shelves-'))
  const settings = { NODE_ENV: 'test', DATA_DIR: join(folder, 'data') }
  const portal = await testPortal(settings)
  const config = readConfig(settings)
  const platform: Platform = {
    db: portal.db,
    clock: () => portal.clock.now,
    config,
    variants: await loadVariants(config.variantsDir),
    log: pino({ level: 'silent' }),
    version: '20261121.1',
  }
  return {
    portal,
    platform,
    folder,
    async close() {
      await portal.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
