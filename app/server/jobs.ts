import { randomUUID } from 'node:crypto'
import type { Platform, ServerArea } from '#platform/server/area.ts'
import { heldBy, JobLost } from '#platform/server/db/held.ts'
import { endJob, EXTEND_MS, extendJob, LIMITS_MS, takeJob, type Scheduled } from '#platform/server/jobs.ts'
import type { Metrics } from '#platform/server/metrics.ts'
import { forgetOldKeys } from '#platform/server/http/once.ts'
import { forgetOldCounts } from '#platform/server/http/write-limit.ts'
import { forgetPageFiles } from '#platform/server/page-files.ts'
import { Unavailable } from '#platform/server/unavailable.ts'
import { doors, migrationNames } from './areas.ts'
import { tendErasures } from './erasures/erased.ts'
import { endsWithin } from './stop.ts'

/** How often a process looks for jobs that are due. */
const LOOK_MS = 60_000
/** How long a stop waits for running work: less than it has for everything that must end (stop.ts). */
const STOP_MS = 2000

export interface Job extends Scheduled {
  run(platform: Platform): Promise<void>
}

type Working = Pick<ServerArea, 'name' | 'everyMinute' | 'hourly' | 'nightly'>

const jobsOf = ({ name, everyMinute, hourly, nightly }: Working): Job[] => [
  ...(everyMinute ? [{ name: `${name} every minute`, rhythm: 'minute' as const, run: everyMinute }] : []),
  ...(hourly ? [{ name, rhythm: 'hour' as const, run: hourly }] : []),
  ...(nightly ? [{ name: `${name} at night`, rhythm: 'night' as const, run: nightly }] : []),
]

/** All jobs of the portal: what it does without a request. */
export const jobs: readonly Job[] = [
  { name: 'erasures', rhythm: 'minute', run: tendErasures },
  ...[
    { name: 'idempotency keys', nightly: ({ db, clock }: Platform) => forgetOldKeys(db, clock()) },
    { name: 'write counts', hourly: ({ db }: Platform) => forgetOldCounts(db) },
    { name: 'page files', nightly: ({ db }: Platform) => forgetPageFiles(db) },
    ...doors,
  ].flatMap(jobsOf),
]

/** What a process needs to be ready, and what /readyz reports: the migrations of the database, and the jobs. */
export const required = { migrations: migrationNames, jobs: jobs.map(({ name }) => name) }

/** A clock that shows the earlier of this process's and the database's time. A clock that is ahead would remove data too early. */
function notAhead(clock: Platform['clock'], takenAt: Date): Platform['clock'] {
  const since = performance.now()
  return () => new Date(Math.min(clock().getTime(), takenAt.getTime() + performance.now() - since))
}

/** Stops the jobs: waits for running work, but not for long, since the database must still be closed. */
export type StopJobs = () => Promise<void>

/**
 * Runs now and every minute the jobs that are due and that no other process runs. A job that fails or does not end does not affect the
 * others, because each look for due jobs is independent of the previous one. A job that takes longer than its limit has failed, and its
 * later statements fail too. `leases`: the database in which the jobs' leases are held. Its connections are not those that jobs may wait
 * for.
 */
export function runJobs(
  platform: Platform,
  all: readonly Job[],
  metrics: Pick<Metrics, 'jobFailed'> | null = null,
  { lookMs = LOOK_MS, stopMs = STOP_MS, limits = LIMITS_MS, leases = platform.db } = {},
): StopJobs {
  const { db, log } = platform
  const running = new Set<Promise<void>>()
  let stopped = false
  let failing = false

  async function look(): Promise<void> {
    for (const job of all) {
      if (stopped) return
      const run = randomUUID()
      const takenAt = await takeJob(leases, job, run)
      if (takenAt) await work(job, run, notAhead(platform.clock, takenAt))
    }
  }

  async function work(job: Job, run: string, clock: Platform['clock']): Promise<void> {
    const { name, rhythm } = job
    const lost = new AbortController()
    const lose = (why: string) => lost.abort(new JobLost(why))
    const extend = setInterval(() => {
      extendJob(leases, name, run).then(
        (held) => held || lose('taken over by another process'),
        () => {},
      )
    }, EXTEND_MS)
    const limit = setTimeout(
      () => lose(`took longer than ${Math.round(limits[rhythm] / 60_000)} minutes`),
      limits[rhythm],
    )
    limit.unref()
    const over = new Promise<never>((_resolve, reject) => {
      lost.signal.addEventListener('abort', () => reject(lost.signal.reason as JobLost))
    })
    try {
      const held = heldBy(db, { name, run, lost: lost.signal, limitMs: limits[rhythm] })
      await Promise.race([job.run({ ...platform, clock, db: held }), over])
      await endJob(leases, name, run, true)
    } catch (error) {
      metrics?.jobFailed(name)
      const { name: type, message } = error as Error
      const logIt = () => log.error({ job: name, err: { type, message } }, 'job failed')
      const byDatabase = error instanceof Unavailable && error.needed === 'database'
      if (!byDatabase) logIt()
      await endJob(leases, name, run, false)
      // If the database is away, endJob fails too, and that is logged once, below. Otherwise it only gave up a statement of this job, for
      // example because of a lock.
      if (byDatabase) logIt()
    } finally {
      clearInterval(extend)
      clearTimeout(limit)
    }
  }

  function lookOnce(): void {
    const looking = look()
      .then(
        () => {
          failing = false
        },
        ({ name: type, message }: Error) => {
          // Once, not every minute while the database is away.
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
