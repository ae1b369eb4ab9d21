import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Blobs } from '#platform/server/blobs/blobs.ts'
import type { DatabaseProbe } from '#platform/server/db/probe.ts'
import type { Doorstep } from '#platform/server/http/door.ts'
import type { Measure } from '#platform/server/metrics.ts'

export interface Readiness {
  /** The state of each part: 'ok', or what is wrong. */
  readonly parts: Readonly<Record<'database' | 'migrations' | 'files', string>>
  /**
   * When each job last succeeded in any process. Null: never. Empty if this cannot be read in time. A late job is no reason to send
   * requests to another process.
   */
  readonly jobs: Readonly<Record<string, string | null>>
  /** Since when each running job has been running. A job that hangs is listed until its time limit. */
  readonly running: Readonly<Record<string, string>>
  /** Problems that an operator has to look at. They are no reason to send requests to another process either. Absent if there are none. */
  readonly troubles?: readonly string[]
}

const PATIENCE_MS = 1500

/**
 * How long a result of the file store's check is kept, in milliseconds. A failure is kept for a shorter time, so that a store that is back
 * is noticed soon.
 */
const KEPT_MS = 30_000
const KEPT_FAILED_MS = 5000

/** How long a check may take: as long as a photo waits for the file store, since a store that is slow takes photos too. */
const CHECK_MS = 7000

type Checked = Pick<Blobs, 'check'>

/**
 * A check whose result is kept, because many callers may ask for it every second. Each check writes a file, which costs money in S3 and
 * stays in a bucket with versions. Whoever has waited `patienceMs` for a check that is under way gets the result of the one before; the
 * first one comes after the start, which has read the store.
 */
export function checkedSeldom(
  blobs: Checked,
  { now = () => performance.now(), patienceMs = 1000 }: { now?: () => number; patienceMs?: number } = {},
): Checked {
  let last: Promise<void> = Promise.resolve()
  let told = last
  let keptUntil = -Infinity
  return {
    check() {
      if (now() < keptUntil) return told
      keptUntil = Infinity
      const checking = blobs.check(CHECK_MS)
      told = Promise.race([checking, pause(patienceMs, last, { ref: false })])
      const keepFor = (ms: number) => {
        last = checking
        told = checking
        keptUntil = now() + ms
      }
      checking.then(
        () => keepFor(KEPT_MS),
        () => keepFor(KEPT_FAILED_MS),
      )
      return told
    },
  }
}

/** Checks every part, in at most 1.5 seconds. Concurrent callers get the same answer. */
export function readiness(
  database: DatabaseProbe,
  { migrations, jobs }: { readonly migrations: readonly string[]; readonly jobs: readonly string[] },
  blobs: Checked,
  troubles: () => Promise<readonly string[]> = async () => [],
): () => Promise<Readiness> {
  const files = sharedAnswer(() => blobs.check(PATIENCE_MS).then(() => true))
  const ask = sharedAnswer(() => database.ask())
  const askJobs = sharedAnswer(() => database.askJobs())
  const askTroubles = sharedAnswer(troubles)
  const ofDatabase = () => {
    const refusal = database.refusal()
    return refusal === null ? [] : [`database: no new connection (${refusal})`]
  }
  return async () => {
    const asked = ask()
    const [state, times, written, found] = await Promise.all([
      inTime(asked),
      inTime(asked.then(askJobs)),
      inTime(files()),
      inTime(askTroubles()),
    ])
    const all = [...ofDatabase(), ...(found ?? [])]
    return {
      parts: {
        database: !state ? 'unreachable' : state.readOnly ? 'read only' : 'ok',
        migrations: state?.migrations
          ? migrations.every((name) => state.migrations?.includes(name))
            ? 'ok'
            : 'missing'
          : 'unknown',
        files: written ? 'ok' : 'not writable',
      },
      jobs: times ? Object.fromEntries(jobs.map((name) => [name, times.jobs[name] ?? null])) : {},
      running: times?.running ?? {},
      ...(all.length > 0 && { troubles: all }),
    }
  }
}

/** The state of the files in /readyz, as a metric. */
export const filesMeasure = (blobs: Checked): Measure => ({
  name: 'linjen_files_writable',
  help: 'Whether a file could be written, read and removed: 1, otherwise 0',
  read: async () => [
    {
      value: await blobs.check(PATIENCE_MS).then(
        () => 1,
        () => 0,
      ),
    },
  ],
})

/** For the monitoring: the portal goes on with its open connections, which do not last for ever. */
export const databaseMeasure = (database: Pick<DatabaseProbe, 'refusal'>): Measure => ({
  name: 'linjen_database_refuses_connections',
  help: 'Whether the last attempt to open a new connection to the database failed: 1, otherwise 0',
  read: async () => [{ value: database.refusal() === null ? 0 : 1 }],
})

/** Concurrent callers wait for the same answer: thousands of probes cost no more than one. */
function sharedAnswer<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | null = null
  return () =>
    (asking ??= ask().finally(() => {
      asking = null
    }))
}

function inTime<T>(answer: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), PATIENCE_MS)
    answer.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}

/**
 * Parts without which a process is still ready. A full disk is full for all processes. If none of them were ready, a load balancer would
 * take away the whole portal, although all of it but photos works.
 */
const canDoWithout: readonly (keyof Readiness['parts'])[] = ['files']

function statusOf(parts: Readiness['parts']): 'ok' | 'degraded' | 'not ready' {
  // Unknown migrations were there at the start. Without a database, that is what is wrong. With a database, their table is locked.
  const wrong = (Object.keys(parts) as (keyof Readiness['parts'])[]).filter(
    (part) => parts[part] !== 'ok' && !(part === 'migrations' && parts[part] === 'unknown'),
  )
  if (wrong.length === 0) return 'ok'
  return wrong.every((part) => canDoWithout.includes(part)) ? 'degraded' : 'not ready'
}

/** /livez: the process runs. /readyz: the process answers requests and is not about to stop. /healthz: the older name of /readyz. */
export function probeRoutes(app: FastifyInstance, doorstep: Doorstep, ready: () => Promise<Readiness>): void {
  const options = { schema: { hide: true }, config: { probe: true } } as const
  app.get('/livez', options, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  for (const path of ['/readyz', '/healthz']) {
    app.get(path, options, async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      if (doorstep.state !== 'open') return reply.status(503).send({ status: 'stopping' })
      const { parts, ...more } = await ready()
      const status = statusOf(parts)
      return reply.status(status === 'not ready' ? 503 : 200).send({ status, ...parts, ...more })
    })
  }
}
