import type { FastifyInstance } from 'fastify'
import type { Platform } from '#platform/server/area.ts'
import { isTrouble, troublePath } from '../rules.ts'

const APART_MS = 60_000

/**
 * Logs what a page reports to have gone wrong with a sign-in: one code of a fixed list and the variant, at most once a
 * minute for each. Anybody may send it, so it is no more than a hint.
 */
export function troubleRoute(app: FastifyInstance, { variants, clock, log }: Platform): void {
  const logged = new Map<string, number>()
  app.post<{ Body: unknown }>(troublePath, { schema: { hide: true }, bodyLimit: 64 }, (request, reply) => {
    const trouble = request.body
    if (isTrouble(trouble)) {
      const variant = variants.forHost(request.hostname).name
      const key = `${variant} ${trouble}`
      const now = clock().getTime()
      if (Math.abs(now - (logged.get(key) ?? -Infinity)) >= APART_MS) {
        logged.set(key, now)
        log.warn({ variant, trouble }, 'sign-in trouble')
      }
    }
    return reply.status(204).send()
  })
}
