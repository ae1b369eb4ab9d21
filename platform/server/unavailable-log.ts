import type { FastifyBaseLogger } from 'fastify'
import type { Needed, Unavailable } from './unavailable.ts'

const WHILE_MS = 30_000

/**
 * Logs the first error of a kind at once and then at most one every half minute, with the number left out: while the database
 * is unreachable, every request fails in the same way.
 */
export function unavailableLog(log: Pick<FastifyBaseLogger, 'error'>): (error: Unavailable) => void {
  const said = new Map<Needed, { at: number; unsaid: number }>()
  return ({ needed, message }) => {
    const now = performance.now()
    const last = said.get(needed)
    if (last && now - last.at < WHILE_MS) {
      last.unsaid++
      return
    }
    log.error({ needed, reason: message, unsaid: last?.unsaid ?? 0 }, 'unavailable')
    said.set(needed, { at: now, unsaid: 0 })
  }
}
