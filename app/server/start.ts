import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { dateIn, defaultTimeZone } from '#platform/contract/wall-clock.ts'
import { ImportRefused, type Clock, type Platform } from '#platform/server/area.ts'
import { jobStates } from '#platform/server/jobs.ts'
import type { Config } from '#platform/server/config.ts'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import { portalLog } from '#platform/server/http/request-id.ts'
import { orNotInstalled } from '#platform/server/not-installed.ts'
import type { Doorstep } from '#platform/server/http/door.ts'
import { stayConnected } from '#platform/server/db/probe.ts'
import { loadDemo } from '../../demo/load.ts'
import { demoEmployees } from '../../demo/people.ts'
import { embeddedProvider } from '../../identity/index.ts'
import { doors } from './areas.ts'
import { backupMeasure } from './backup/run-backup.ts'
import { jobs, required, runJobs } from './jobs.ts'
import { buildApp } from './build.ts'
import { demoPorts } from './demo-ports.ts'
import { openInstallation } from './open.ts'
import { readiness } from './probes.ts'
import { logFailure, runCommand } from './run-command.ts'
import { WrongSetting } from '#platform/server/settings.ts'
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
  const log = portalLog(config.logLevel)
  const version = await readVersion(webDir)
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
    if (config.production && !hasPage) throw new WrongSetting('Sidan är inte byggd. Kör npm run build före starten.')
    const doorstep: Doorstep = { state: 'open' }
    const metrics = config.metrics
      ? createMetrics({
          pools,
          measures: [backupMeasure(ready), ...doors.flatMap((door) => door.measures?.(ready) ?? [])],
          jobs: () => jobStates(db, jobs),
        })
      : null
    const stopMetrics = metrics && config.metrics ? await serveMetrics(metrics, config.metrics) : null
    const tracing = config.collector
      ? (await import('./tracing.ts').catch(orNotInstalled('Spårningen med OpenTelemetry'))).openTracing(
          config.collector,
          version,
          log,
        )
      : null
    const app = await buildApp({
      db,
      config,
      variants,
      clock,
      log,
      version,
      embedded,
      page: inDevelopment ?? (hasPage ? webDir : null),
      ready: readiness(probe, required, blobStore(config)),
      doorstep,
      metrics,
      tracing,
    })
    platform = atLeisure
    const leave = stayConnected(probe)
    const stopJobs = runJobs(atLeisure, jobs, metrics)
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
          rest: [
            leave,
            stopJobs,
            ...(stopMetrics ? [stopMetrics] : []),
            close,
            ...(tracing ? [() => tracing.close()] : []),
          ],
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
