import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Doorstep } from '#platform/server/http/door.ts'

/** How long running requests may continue when the portal stops. */
const REQUESTS_MS = 10_000
/** How long all the rest may take: jobs (jobs.ts) and the database. */
const REST_MS = 3000

export interface Stopping {
  readonly app: FastifyInstance
  readonly doorstep: Doorstep
  /** How long requests are still accepted, so that load balancers notice. */
  readonly drainMs: number
  /** Ends the wait for load balancers. */
  readonly hurry: AbortSignal
  /** What else must end, in this order, when no request is running. */
  readonly rest: readonly (() => Promise<unknown>)[]
  readonly requestsMs?: number
  readonly restMs?: number
}

/**
 * Stops in three steps of limited length. First the portal is not ready but still accepts requests, then it closes to new requests,
 * then it cuts the remaining connections. A stalled client delays nothing.
 */
export async function stop(stopping: Stopping): Promise<void> {
  const { app, doorstep, drainMs, hurry, rest, requestsMs = REQUESTS_MS, restMs = REST_MS } = stopping
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
  const resting = (async () => {
    await closed
    for (const end of rest) {
      await end().catch((error: Error) =>
        app.log.error({ err: { type: error.name, message: error.message } }, 'stop failed'),
      )
    }
  })()
  if (!(await endsWithin(resting, restMs))) app.log.warn('stopped without waiting for the database')
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
