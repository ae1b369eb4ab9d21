// The client of an open loop, in a separate process: like people, requests arrive at random times, whether or not earlier ones have
// been answered. A closed loop would wait while the server is slow, and so never measure the slowness.
import { cpus } from 'node:os'
import { randomFrom } from '../../checks/random.ts'
import { percentile } from '../figures.ts'
import type { Ask } from './load.ts'

export interface Arrivals {
  /** Each arrival is one of these. */
  readonly visits: readonly Visit[]
  /** Arrivals per second on average: the times between them are exponentially distributed. */
  readonly perSecond: number
  /** Arrivals before the measurement, at the same rate: a new client is slow itself for half a second, and would measure that. */
  readonly warmUpSeconds: number
  readonly seconds: number
  /** The same seed gives the same arrivals. */
  readonly seed: number
}

export interface Visit {
  /** The server that is asked. */
  readonly origin: string
  /** Sent one after the other. */
  readonly requests: readonly Visited[]
}

export interface Visited extends Ask {
  readonly method?: 'GET' | 'POST'
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** The field of this body, a list, that gets the name of the file which the request before has uploaded. */
  readonly uploadedInto?: string
}

export interface Arrived {
  readonly requests: number
  readonly errors: number
  /** In milliseconds, from the moment when the request was due: waiting in the client counts. */
  readonly times: readonly number[]
  readonly p50: number
  readonly p99: number
  readonly p999: number
  /** Processor seconds for each arrival, of all cores of this machine together, the client's work included. */
  readonly coreSecondsEach: number
}

process.on('message', (arrivals: Arrivals) => {
  void run(arrivals).then((arrived) => process.send?.(arrived))
})

async function run({ visits, perSecond, warmUpSeconds, seconds, seed }: Arrivals): Promise<Arrived> {
  const random = randomFrom(seed)
  const measuredFrom = warmUpSeconds * 1000
  const times: number[] = []
  let errors = 0
  let arrived = 0
  let busyBefore = 0
  const begun = performance.now()
  const open: Promise<void>[] = []

  async function visit({ origin, requests }: Visit, due: number): Promise<void> {
    let from = due
    let uploaded: unknown
    for (const request of requests) {
      const answer = await answerTo(origin, request, uploaded)
      if (answer === null) errors++
      else uploaded = (answer as { result?: { name?: string } }).result?.name
      const now = performance.now()
      if (due >= begun + measuredFrom) times.push(now - from)
      from = now
    }
  }

  for (let due = 0, count = 0; due < measuredFrom + seconds * 1000; count++) {
    const early = begun + due - performance.now()
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    if (due >= measuredFrom && arrived++ === 0) busyBefore = busySeconds()
    open.push(visit(visits[count % visits.length]!, begun + due))
    due += (-Math.log(1 - random()) / perSecond) * 1000
  }
  const coreSecondsEach = (busySeconds() - busyBefore) / arrived
  await Promise.all(open)
  const [p50, p99, p999] = [percentile(times, 0.5), percentile(times, 0.99), percentile(times, 0.999)]
  return { requests: times.length, errors, times, p50, p99, p999, coreSecondsEach }
}

/** The seconds that the cores of this machine have worked so far, together. */
const busySeconds = () =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000

/** The parsed answer; null if the request failed or its status is not 200. */
async function answerTo(origin: string, request: Visited, uploaded: unknown): Promise<unknown> {
  const { path, headers, method = 'GET', body, uploadedInto } = request
  const sent = uploadedInto ? JSON.stringify({ ...JSON.parse(String(body)), [uploadedInto]: [uploaded] }) : body
  try {
    const answer = await fetch(origin + path, { method, headers, ...(sent !== undefined && { body: sent }) })
    const text = await answer.text()
    return answer.status === 200 ? (JSON.parse(text) as unknown) : null
  } catch {
    return null
  }
}
