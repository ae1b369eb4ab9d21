import type { Platform, ServerArea } from '#platform/server/area.ts'
import type { Metrics } from '#platform/server/metrics.ts'
import { forgetOldKeys } from '#platform/server/http/once.ts'
import { forgetOldCounts } from '#platform/server/http/write-limit.ts'
import { keepErasures } from './backup/erased.ts'
import { endsWithin } from './stop.ts'

const HOUR = 3_600_000
/** How long a stop waits for running work: less than it has for everything that must end (stop.ts). */
const STOP_MS = 2000

type Work = Pick<ServerArea, 'name' | 'hourly'>

const ofThePlatform: readonly Work[] = [
  { name: 'idempotency keys', hourly: ({ db, clock }) => forgetOldKeys(db, clock()) },
  { name: 'erasures', hourly: keepErasures },
  { name: 'write counts', hourly: ({ db }) => forgetOldCounts(db) },
]

/**
 * Runs every area's cleanup now and every hour, one after the other; a failure does not stop the others. Returns a function that
 * stops it and waits for running work, but not for long: the database must still be closed.
 */
export function everyHour(
  platform: Platform,
  areas: readonly Work[],
  metrics: Pick<Metrics, 'jobEnded' | 'jobFailed'> | null = null,
  stopMs = STOP_MS,
): () => Promise<void> {
  let stopped = false
  const tidy = async () => {
    for (const { name, hourly } of [...ofThePlatform, ...areas]) {
      if (stopped || !hourly) continue
      try {
        await hourly(platform)
        metrics?.jobEnded(name, platform.clock())
      } catch (error) {
        metrics?.jobFailed(name)
        const { name: type, message } = error as Error
        platform.log.error({ area: name, err: { type, message } }, 'hourly work failed')
      }
    }
  }
  let last = tidy()
  const timer = setInterval(() => {
    // Work that takes more than an hour is not started a second time meanwhile.
    last = last.then(tidy)
  }, HOUR)
  timer.unref()
  return async () => {
    stopped = true
    clearInterval(timer)
    if (!(await endsWithin(last, stopMs))) platform.log.warn('stopped without waiting for hourly work')
  }
}
