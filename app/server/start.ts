import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { dateIn, defaultTimeZone } from '#platform/contract/wall-clock.ts'
import type { Clock, Platform } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { holdDataDir, type Hold } from '#platform/server/control.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openEmbedded, openPostgres, type OpenDatabase } from '#platform/server/db/open.ts'
import { saveCompanies } from '#platform/server/people/store.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { loadDemo } from '../../demo/load.ts'
import { demoEmployees } from '../../demo/people.ts'
import { embeddedProvider } from '../../identity/index.ts'
import { areas, schemas } from './areas.ts'
import { everyHour } from './hourly.ts'
import { buildApp } from './build.ts'
import { demoPorts } from './demo-ports.ts'
import { runImport } from './run-import.ts'
import { readVersion } from './version.ts'
import type { PageInDevelopment } from './web.ts'

const webDir = fileURLToPath(new URL('../../dist/web', import.meta.url))

export interface Running {
  readonly app: FastifyInstance
  readonly platform: Platform
  /** Lets requests under way end, then closes the database and frees the folder. */
  close(): Promise<void>
}

/** Opens everything and answers the portal, ready but not listening. Throws WrongSetting or DataDirBusy. */
export async function start(
  config: Config,
  clock: Clock,
  inDevelopment: PageInDevelopment | null = null,
): Promise<Running> {
  const log = pino({ level: config.logLevel, base: null })
  const variants = await loadVariants(config.variantsDir)
  const version = await readVersion(webDir)
  let platform: Platform | null = null
  const hold: Hold | null = config.databaseUrl
    ? null
    : await holdDataDir(config.dataDir, async (request, tell) => {
        if (!platform) throw new Error('not ready')
        await runImport(request, platform, tell)
      })
  let database: OpenDatabase | null = null
  try {
    database = config.databaseUrl ? openPostgres(config.databaseUrl) : await openEmbedded(config.dataDir)
    const { db } = database
    await migrate(db, schemas)
    await saveCompanies(db, variants.companies.values())
    const ready: Platform = { db, clock, config, variants, log, version }
    if (config.demo) {
      const today = dateIn(defaultTimeZone, clock())
      await loadDemo(ready, demoPorts(db), today)
      for (const area of areas) await area.demo?.(ready, today)
    }
    const embedded = config.embeddedSignIn
      ? await embeddedProvider({ db, config, variants, clock, log, featured: async () => featuredEmployees })
      : null
    const hasPage = await access(join(webDir, 'index.html')).then(
      () => true,
      () => false,
    )
    const app = await buildApp({
      db,
      config,
      variants,
      clock,
      log,
      version,
      embedded,
      page: inDevelopment ?? (hasPage ? webDir : null),
    })
    platform = ready
    const stopHourly = everyHour(ready, areas)
    const opened = database
    return {
      app,
      platform: ready,
      close: async () => {
        await stopHourly()
        await app.close()
        await opened.close()
        await hold?.release()
      },
    }
  } catch (error) {
    await database?.close()
    await hold?.release()
    throw error
  }
}

const featuredEmployees = demoEmployees
  .filter((employee) => employee.featured)
  .map(({ userName, firstName, lastName, positions, company }) => ({
    userName,
    name: `${firstName} ${lastName}`,
    position: positions[0] ?? '',
    company,
  }))
