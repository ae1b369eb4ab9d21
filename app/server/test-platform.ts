import { pino } from 'pino'
import type { Platform } from '#platform/server/area.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { readPortalConfig } from './config.ts'
import type { TestPortal } from './test-portal.ts'

/** What a test's portal gives an importer or a job, with these settings; nothing is logged. */
export async function testPlatform(
  { db, clock }: Pick<TestPortal, 'db' | 'clock'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Platform> {
  const config = readPortalConfig({ NODE_ENV: 'test', ...settings })
  const variants = await loadVariants(config.variantsDir)
  return { db, clock: () => clock.now, config, variants, log: pino({ level: 'silent' }), version: '1' }
}
