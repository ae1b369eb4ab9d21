import type { FastifyInstance } from 'fastify'
import type { Blobs } from '#platform/server/blobs/blobs.ts'
import type { DatabaseProbe } from '#platform/server/db/probe.ts'
import type { Doorstep } from '#platform/server/http/door.ts'

export interface Readiness {
  /** The state of each part that the portal needs to answer requests: 'ok', or what is wrong. */
  readonly parts: Readonly<Record<'database' | 'migrations' | 'files', string>>
  /** When each job last succeeded in any process, null: never. A late one is no reason to send requests elsewhere. */
  readonly jobs: Readonly<Record<string, string | null>>
}

const PATIENCE_MS = 1500

/** Checks every part, in at most 1.5 seconds; concurrent callers get the same answer. */
export function readiness(
  database: DatabaseProbe,
  { migrations, jobs }: { readonly migrations: readonly string[]; readonly jobs: readonly string[] },
  blobs: Pick<Blobs, 'check'>,
): () => Promise<Readiness> {
  const files = oneAtATime(() => blobs.check(PATIENCE_MS).then(() => true))
  const ask = oneAtATime(() => database.ask())
  return async () => {
    const [state, written] = await Promise.all([inTime(ask()), inTime(files())])
    return {
      parts: {
        database: !state ? 'unreachable' : state.readOnly ? 'read only' : 'ok',
        migrations:
          state && migrations.every((name) => state.migrations.includes(name)) ? 'ok' : state ? 'missing' : 'unknown',
        files: written ? 'ok' : 'not writable',
      },
      jobs: state ? Object.fromEntries(jobs.map((name) => [name, state.jobs[name] ?? null])) : {},
    }
  }
}

/** Concurrent callers wait for the same answer: thousands of probes cost no more than one. */
function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
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

/** /livez: the process runs. /readyz: it has all that it needs and is not about to stop. /healthz: older name of /readyz. */
export function probeRoutes(app: FastifyInstance, doorstep: Doorstep, ready: () => Promise<Readiness>): void {
  const options = { schema: { hide: true }, config: { probe: true } } as const
  app.get('/livez', options, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  for (const path of ['/readyz', '/healthz']) {
    app.get(path, options, async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      if (doorstep.state !== 'open') return reply.status(503).send({ status: 'stopping' })
      const { parts, jobs } = await ready()
      const status = Object.values(parts).every((part) => part === 'ok') ? 'ok' : 'not ready'
      return reply.status(status === 'ok' ? 200 : 503).send({ status, ...parts, jobs })
    })
  }
}
