import { pino } from 'pino'
import type { Platform } from '#platform/server/area.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { readPortalConfig } from './config.ts'
import type { TestPortal } from './test-portal.ts'

/** The platform that a test's portal gives to an importer or a job, with these settings. Nothing is logged. */
export async function testPlatform(
  { db, clock }: Pick<TestPortal, 'db' | 'clock'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Platform> {
  const config = readPortalConfig({ NODE_ENV: 'test', ...settings })
  const variants = await loadVariants(config.variantsDir)
  return { db, clock: () => clock.now, config, variants, log: pino({ level: 'silent' }), version: '1' }
}
