import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Platform } from '#platform/server/area.ts'
import { readConfig } from '#platform/server/config.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { printedBy, refusalOf } from '../../../app/server/test-imports.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { ecoImporter } from './import-trips.ts'

export const head = 'datum;tur;fordon;anstid;km;liter;temperatur;referens_l_per_km'

export interface EcoPortal extends TestPortal {
  readonly platform: Platform
  /** Imports lines below the header, and returns the printed lines. */
  bring(lines: readonly string[], options?: { company?: string; dryRun?: boolean; head?: string }): Promise<string[]>
  /** Imports lines below the header, and returns the lines of the refusal. */
  refusal(lines: readonly string[], options?: { company?: string; head?: string }): Promise<readonly string[]>
}

/** A portal without the demo's trips, for importing files of trips. */
export async function ecoPortal(): Promise<EcoPortal> {
  const folder = await mkdtemp(join(tmpdir(), 'linjen-eco-'))
  const portal = await testPortal({ DATA_DIR: folder })
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder })
  const variants = await loadVariants(config.variantsDir)
  const { db, clock } = portal
  const platform = { db, config, variants, clock: () => clock.now, log: pino({ level: 'silent' }), version: '1' }
  await sql`delete from eco_trips`.execute(db)
  await sql`delete from eco_months`.execute(db)
  const bring: EcoPortal['bring'] = async (lines, { company = 'norr', dryRun = false, head: first = head } = {}) => {
    const source = join(folder, 'turer.csv')
    await writeFile(source, [first, ...lines].join('\n'))
    return printedBy(ecoImporter, platform, { source, company, dryRun })
  }
  return {
    ...portal,
    platform,
    bring,
    refusal: (lines, options) => refusalOf(bring(lines, options)),
    close: async () => {
      await portal.close()
      await rm(folder, { recursive: true })
    },
  }
}
