import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { dateIn, defaultTimeZone } from '#platform/contract/wall-clock.ts'
import { ImportRefused, type Clock, type Platform } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import type { Doorstep } from '#platform/server/http/door.ts'
import { stayConnected } from '#platform/server/db/probe.ts'
import { loadDemo } from '../../demo/load.ts'
import { demoEmployees } from '../../demo/people.ts'
import { embeddedProvider } from '../../identity/index.ts'
import { doors, migrationNames } from './areas.ts'
import { backupMeasure } from './backup/run-backup.ts'
import { everyHour } from './hourly.ts'
import { buildApp } from './build.ts'
import { demoPorts } from './demo-ports.ts'
import { openInstallation } from './open.ts'
import { readiness } from './probes.ts'
import { logFailure, runCommand } from './run-command.ts'
import { createMetrics } from '#platform/server/metrics.ts'
import { serveMetrics } from './serve-metrics.ts'
import { stop } from './stop.ts'
import { readVersion, webDir } from './version.ts'
import type { PageInDevelopment } from './web.ts'

export interface Running {
  readonly app: FastifyInstance
  readonly platform: Platform
  /** Lets running requests end, then closes the database and frees the folder: in a limited time, whatever clients do. */
  close(): Promise<void>
  /** Stops waiting for load balancers while it closes. */
  hurry(): void
}

/** Opens everything and returns the portal, ready but not listening. Throws WrongSetting or DataDirBusy. */
export async function start(
  config: Config,
  clock: Clock,
  inDevelopment: PageInDevelopment | null = null,
): Promise<Running> {
  const log = pino({ level: config.logLevel, base: null })
  const version = await readVersion()
  let platform: Platform | null = null
  const { db, longWork, dump, probe, variants, pools, close } = await openInstallation(
    config,
    async (request, tell) => {
      if (!platform) throw new ImportRefused(['Portalen startar. Försök igen om en stund.'])
      await runCommand(request, platform, { dump }, tell).catch((error: Error) => {
        // The caller is told only that it failed.
        if (!(error instanceof ImportRefused)) logFailure({ log }, error)
        throw error
      })
    },
  )
  try {
    const ready: Platform = { db, clock, config, variants, log, version }
    const atLeisure: Platform = { ...ready, db: longWork }
    await checkAtStart(atLeisure)
    if (config.demo) {
      const today = dateIn(defaultTimeZone, clock())
      await loadDemo(atLeisure, demoPorts(longWork), today)
      for (const door of doors) await door.demo?.(atLeisure, today)
    }
    const embedded = config.embeddedSignIn
      ? await embeddedProvider({ db, config, variants, clock, log, featured: async () => featuredEmployees })
      : null
    const hasPage = await access(join(webDir, 'index.html')).then(
      () => true,
      () => false,
    )
    const doorstep: Doorstep = { state: 'open' }
    const metrics = config.metrics
      ? createMetrics({
          pools,
          measures: [backupMeasure(ready), ...doors.flatMap((door) => door.measures?.(ready) ?? [])],
        })
      : null
    const stopMetrics = metrics && config.metrics ? await serveMetrics(metrics, config.metrics) : null
    const app = await buildApp({
      db,
      config,
      variants,
      clock,
      log,
      version,
      embedded,
      page: inDevelopment ?? (hasPage ? webDir : null),
      ready: readiness(probe, migrationNames, blobStore(config)),
      doorstep,
      metrics,
    })
    platform = atLeisure
    const leave = stayConnected(probe)
    const stopHourly = everyHour(atLeisure, doors, metrics)
    const hurry = new AbortController()
    return {
      app,
      platform: ready,
      close: () =>
        stop({
          app,
          doorstep,
          drainMs: config.drainMs,
          hurry: hurry.signal,
          rest: [leave, stopHourly, ...(stopMetrics ? [stopMetrics] : []), close],
        }),
      hurry: () => hurry.abort(),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Checks that the settings match the stored data of every area. Throws WrongSetting. */
async function checkAtStart(platform: Platform): Promise<void> {
  for (const door of doors) await door.checkAtStart?.(platform)
}

const featuredEmployees = demoEmployees
  .filter((employee) => employee.featured)
  .map(({ userName, firstName, lastName, positions, company }) => ({
    userName,
    name: `${firstName} ${lastName}`,
    position: positions[0] ?? '',
    company,
  }))
