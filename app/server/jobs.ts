import { randomUUID } from 'node:crypto'
import type { Platform, ServerArea } from '#platform/server/area.ts'
import { endJob, EXTEND_MS, extendJob, takeJob, type Scheduled } from '#platform/server/jobs.ts'
import type { Metrics } from '#platform/server/metrics.ts'
import { forgetOldKeys } from '#platform/server/http/once.ts'
import { forgetOldCounts } from '#platform/server/http/write-limit.ts'
import { Unavailable } from '#platform/server/unavailable.ts'
import { doors, migrationNames } from './areas.ts'
import { keepErasures } from './backup/erased.ts'
import { endsWithin } from './stop.ts'

/** How often a process looks for jobs that are due. */
const LOOK_MS = 60_000
/** How long a stop waits for running work: less than it has for everything that must end (stop.ts). */
const STOP_MS = 2000

export interface Job extends Scheduled {
  run(platform: Platform): Promise<void>
}

const jobsOf = ({ name, hourly, nightly }: Pick<ServerArea, 'name' | 'hourly' | 'nightly'>): Job[] => [
  ...(hourly ? [{ name, rhythm: 'hour' as const, run: hourly }] : []),
  ...(nightly ? [{ name: `${name} at night`, rhythm: 'night' as const, run: nightly }] : []),
]

/** Everything that is done without being asked for. */
export const jobs: readonly Job[] = [
  { name: 'erasures', hourly: keepErasures },
  { name: 'idempotency keys', nightly: ({ db, clock }: Platform) => forgetOldKeys(db, clock()) },
  { name: 'write counts', hourly: ({ db }: Platform) => forgetOldCounts(db) },
  ...doors,
].flatMap(jobsOf)

/** What a database and a portal need to be ready, or report. */
export const required = { migrations: migrationNames, jobs: jobs.map(({ name }) => name) }

/** Stops the jobs: waits for running work, but not for long, since the database must still be closed. */
export type StopJobs = () => Promise<void>

/**
 * Does now and every minute what is due and no other process does. A job that fails, or does not end, leaves the others alone: each look
 * is independent of the one before.
 */
export function runJobs(
  platform: Platform,
  all: readonly Job[],
  metrics: Pick<Metrics, 'jobFailed'> | null = null,
  { lookMs = LOOK_MS, stopMs = STOP_MS } = {},
): StopJobs {
  const { db, log } = platform
  const process = randomUUID()
  const running = new Set<Promise<void>>()
  let stopped = false
  let failing = false

  async function look(): Promise<void> {
    for (const job of all) {
      if (stopped) return
      if (await takeJob(db, job, process)) await work(job)
    }
  }

  async function work(job: Job): Promise<void> {
    const { name } = job
    const extend = setInterval(() => void extendJob(db, name, process).catch(() => {}), EXTEND_MS)
    try {
      await job.run(platform)
      await endJob(db, name, process, true)
    } catch (error) {
      metrics?.jobFailed(name)
      const { name: type, message } = error as Error
      // A database that is away is said once, below, when the job cannot be ended either.
      if (!(error instanceof Unavailable && error.needed === 'database'))
        log.error({ job: name, err: { type, message } }, 'job failed')
      await endJob(db, name, process, false)
    } finally {
      clearInterval(extend)
    }
  }

  function lookOnce(): void {
    const looking = look()
      .then(
        () => {
          failing = false
        },
        ({ name: type, message }: Error) => {
          // Once, not every minute that the database is away.
          if (!failing) log.error({ err: { type, message } }, 'jobs cannot be read')
          failing = true
        },
      )
      .finally(() => running.delete(looking))
    running.add(looking)
  }

  lookOnce()
  const timer = setInterval(lookOnce, lookMs)
  timer.unref()
  return async () => {
    stopped = true
    clearInterval(timer)
    if (!(await endsWithin(Promise.all(running), stopMs))) log.warn('stopped without waiting for jobs')
  }
}
