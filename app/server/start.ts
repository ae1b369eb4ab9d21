import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { dateIn, defaultTimeZone } from '#platform/contract/wall-clock.ts'
import { ImportRefused, type Clock, type Database, type Platform } from '#platform/server/area.ts'
import { jobStates } from '#platform/server/jobs.ts'
import type { Config } from '#platform/server/config.ts'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import { portalLog } from '#platform/server/http/request-id.ts'
import { orNotInstalled } from '#platform/server/not-installed.ts'
import type { Doorstep } from '#platform/server/http/door.ts'
import { oneAtATime } from '#platform/server/db/one-at-a-time.ts'
import { openReplica, type Replica } from '#platform/server/db/replica.ts'
import { stayConnected } from '#platform/server/db/probe.ts'
import { loadDemo } from '../../demo/load.ts'
import { roles } from '#core/people/roles.ts'
import { demoRoles, officeUserNames } from '../../demo/office.ts'
import { demoEmployees } from '../../demo/people.ts'
import { embeddedProvider } from '../../identity/index.ts'
import { doors, portsOn } from './areas.ts'
import { keepErasures, replayErasures } from './erasures/erased.ts'
import { backupMeasure } from './backup/run-backup.ts'
import { jobs, required, runJobs } from './jobs.ts'
import { buildApp } from './build.ts'
import { demoPorts } from './demo-ports.ts'
import { type ImportsApart, importsApart } from './import-apart.ts'
import { openInstallation } from './installation/open.ts'
import type { SharedFiles } from './page/built-files.ts'
import { checkedSeldom, databaseMeasure, filesMeasure, readiness } from './probes.ts'
import { finishImports, logCause, runCommand } from './run-command.ts'
import { WrongSetting } from '#platform/server/settings.ts'
import { importMeasures } from '#platform/server/imports.ts'
import { sharedPageFiles, sharePageFilesInTime } from '#platform/server/page-files.ts'
import { createMetrics } from '#platform/server/metrics.ts'
import { serveMetrics } from './serve-metrics.ts'
import { stop } from './stop.ts'
import { readVersion, webDir } from './installation/version.ts'
import type { PageInDevelopment } from './web.ts'

export interface Running {
  readonly app: FastifyInstance
  readonly platform: Platform
  /**
   * Lets running requests end, then closes the database and frees the folder. Takes a limited time, whatever clients do.
   */
  close(): Promise<void>
  /** Stops waiting for load balancers while it closes. */
  hurry(): void
}

/**
 * How long a start waits for the file store, in milliseconds. systemd gives up if a portal fails five times within five
 * minutes.
 */
const STORE_PATIENCE_MS = 60_000

/** Opens everything and returns the portal, ready but not listening. Throws WrongSetting or DataDirBusy. */
export async function start(
  config: Config,
  clock: Clock,
  inDevelopment: PageInDevelopment | null = null,
): Promise<Running> {
  const log = portalLog(config.logLevel)
  const version = await readVersion(webDir)
  let platform: Platform | null = null
  let replica: Replica | null = null
  let apart: ImportsApart | null = null
  const { db, longWork, dump, probe, variants, pools, close } = await openInstallation(
    config,
    async (request, tell) => {
      if (!platform) throw new ImportRefused(['Portalen startar. Försök igen om en stund.'])
      await runCommand(request, platform, { dump, importApart: apart?.run }, tell).catch((error: Error) => {
        // The caller gets only a sentence, or that the command failed.
        logCause({ log }, error)
        throw error
      })
    },
    STORE_PATIENCE_MS,
  )
  try {
    if (config.replicaUrl) replica = openReplica(db, config.replicaUrl, log)
    const ready: Platform = { db, ...(replica && { reads: replica.reads }), clock, config, variants, log, version }
    const atLeisure: Platform = { ...ready, db: longWork }
    await checkAtStart(atLeisure)
    await forgetAgain(atLeisure)
    await finishImports(atLeisure)
    if (config.demo) {
      const today = dateIn(defaultTimeZone, clock())
      // The demo writes files in the data folder, which several processes may share.
      const alone = { db: longWork, isEmbedded: config.databaseUrl === null, name: 'demo' }
      await oneAtATime(alone, async () => {
        await loadDemo(atLeisure, demoPorts(longWork), today)
        for (const door of doors) await door.demo?.(atLeisure, today, portsOn(longWork, atLeisure.variants))
      })
    }
    const embedded = config.embeddedSignIn
      ? await embeddedProvider({ db, config, variants, clock, log, featured: async () => featuredEmployees })
      : null
    const hasPage = await access(join(webDir, 'index.html')).then(
      () => true,
      () => false,
    )
    if (config.production && !hasPage) throw new WrongSetting('Portalen är inte byggd. Kör npm run build före starten.')
    const shared =
      hasPage && !inDevelopment && config.databaseUrl !== null
        ? await sharedFiles(ready, longWork, join(webDir, 'assets'))
        : null
    const doorstep: Doorstep = { state: 'open' }
    const files = checkedSeldom(blobStore(config))
    const metrics = config.metrics
      ? createMetrics({
          pools: () => [...pools(), ...(replica ? [replica.pool()] : [])],
          measures: [
            backupMeasure(ready),
            filesMeasure(files),
            databaseMeasure(probe),
            ...importMeasures(ready),
            ...doors.flatMap((door) => door.measures?.(ready) ?? []),
          ],
          jobs: () => jobStates(db, jobs),
          jobNames: required.jobs,
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
      reads: replica?.reads,
      config,
      variants,
      clock,
      log,
      version,
      embedded,
      page: inDevelopment ?? (hasPage ? webDir : null),
      shared,
      ready: readiness(probe, required, files, () => troublesOf(ready)),
      doorstep,
      metrics,
      tracing,
    })
    apart = importsApart(atLeisure)
    platform = atLeisure
    const leave = stayConnected(probe)
    const stopJobs = runJobs(atLeisure, jobs, metrics, { leases: db })
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
          keep: [
            async () => apart?.close(),
            // An operator who restores an earlier point in time stops the portal first, so the erasures must be in the
            // file store before it ends. Not on a connection for long work, since jobs may hold all of those.
            () => keepErasures(ready),
          ],
          rest: [
            leave,
            stopJobs,
            ...(stopMetrics ? [stopMetrics] : []),
            async () => replica?.close(),
            close,
            ...(tracing ? [() => tracing.close()] : []),
          ],
        }),
      hurry: () => hurry.abort(),
    }
  } catch (error) {
    await replica?.close()
    await close()
    throw error
  }
}

/** Shares this process's page files with the other processes before they are requested. */
async function sharedFiles({ db, log }: Platform, longWork: Database, assets: string): Promise<SharedFiles> {
  const failed = (error: unknown) => log.warn({ err: error }, 'the page is not shared with other processes yet')
  await sharePageFilesInTime(db, assets, failed, { first: longWork })
  // Later calls are made while somebody waits, so they have the time limit of requests.
  return { find: sharedPageFiles(db), share: () => sharePageFilesInTime(db, assets, failed) }
}

/** Problems that an operator has to look at, from all areas. */
async function troublesOf(platform: Platform): Promise<string[]> {
  return (await Promise.all(doors.flatMap((door) => door.troubles?.(platform) ?? []))).flat()
}

/** Checks that the settings match each other and the stored data of every area. Throws WrongSetting. */
async function checkAtStart(platform: Platform): Promise<void> {
  for (const door of doors) door.checkSettings?.(platform)
  for (const door of doors) await door.checkAtStart?.(platform)
}

/**
 * An older database that an operator has put back has data that was erased later. Erases it again. If that fails, the job
 * of every minute tries again.
 */
async function forgetAgain(platform: Platform): Promise<void> {
  try {
    const again = await replayErasures(platform)
    if (again > 0) platform.log.warn({ erasures: again }, 'erased again: the database is one of before')
  } catch (error) {
    const { name: type, message } = error as Error
    platform.log.error({ err: { type, message } }, 'erasures cannot be read')
  }
}

/** The employees on the demo's sign-in page, and then one for each role of the office. */
const featuredEmployees = [
  ...demoEmployees.filter(({ featured }) => featured),
  ...officeUserNames.flatMap((name) => demoEmployees.filter(({ userName }) => userName === name)),
].map(({ userName, firstName, lastName, positions, company }) => {
  const held = demoRoles.find((role) => role.userName === userName && role.company === company)
  return {
    userName,
    name: `${firstName} ${lastName}`,
    position: positions[0] ?? '',
    company,
    role: held ? roles[held.role].name : null,
  }
})
