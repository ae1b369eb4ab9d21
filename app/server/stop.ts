import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Doorstep } from '#platform/server/http/door.ts'

/** How long running requests may continue when the portal stops. */
const REQUESTS_MS = 10_000
/** How long what must be stored may take: longer than the file store's own limit for a file (place.ts), so that a slow store is enough. */
const KEEP_MS = 10_000
/** How long all the rest may take: jobs (jobs.ts) and the database. */
const REST_MS = 3000

export interface Stopping {
  readonly app: FastifyInstance
  readonly doorstep: Doorstep
  /** How long requests are still accepted, so that load balancers notice. */
  readonly drainMs: number
  /** Ends the wait for load balancers. */
  readonly hurry: AbortSignal
  /** What must be stored, in this order, when no request is running. Comes before the rest, which may take all of its time. */
  readonly keep: readonly (() => Promise<unknown>)[]
  /** What else must end, in this order. */
  readonly rest: readonly (() => Promise<unknown>)[]
  readonly requestsMs?: number
  readonly keepMs?: number
  readonly restMs?: number
}

/**
 * Stops in steps of limited length. First the portal is not ready but still accepts requests, then it closes to new requests, then it cuts
 * the remaining connections, stores what must be stored, and ends the rest. A stalled client delays nothing.
 */
export async function stop(stopping: Stopping): Promise<void> {
  const { app, doorstep, drainMs, hurry, keep, rest } = stopping
  const { requestsMs = REQUESTS_MS, keepMs = KEEP_MS, restMs = REST_MS } = stopping
  doorstep.state = 'leaving'
  await setTimeout(drainMs, null, { signal: hurry }).catch(() => {})
  doorstep.state = 'closed'
  const closed = app.close()
  // Clients keep connections open whose last answer began before the stop, because it had no `connection: close`.
  const idle = setInterval(() => app.server.closeIdleConnections(), 200)
  if (!(await endsWithin(closed, requestsMs))) {
    app.log.warn('requests were cut to stop')
    app.server.closeAllConnections()
  }
  clearInterval(idle)
  const inTurn = async (ends: Stopping['rest']) => {
    await closed
    for (const end of ends) {
      await end().catch((error: Error) =>
        app.log.error({ err: { type: error.name, message: error.message } }, 'stop failed'),
      )
    }
  }
  if (!(await endsWithin(inTurn(keep), keepMs))) app.log.warn('stopped before everything was stored')
  if (!(await endsWithin(inTurn(rest), restMs))) app.log.warn('stopped without waiting for the database')
}

/** Whether `work` settles within this time, successfully or not. */
export async function endsWithin(work: Promise<unknown>, withinMs: number): Promise<boolean> {
  const gaveUp = new AbortController()
  const first = await Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    setTimeout(withinMs, false, { signal: gaveUp.signal }).catch(() => false),
  ])
  gaveUp.abort()
  return first
}
