import { setImmediate } from 'node:timers/promises'

/** A turn of the event loop that took longer than this has answered others. */
const IDLE_MS = 0.5
const MOST_TURNS = 20

/**
 * Lets requests that have arrived be answered, which takes several turns of the event loop. The embedded database runs a statement in this
 * process and answers at once, so work of many statements, like a long computation, would keep all requests waiting until it ends.
 */
export async function letOthersIn(): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const before = performance.now()
    await setImmediate()
    if (turn > 0 && performance.now() - before < IDLE_MS) return
  }
}

/** Yields slices of a long list, and lets requests in between them: an import may run in the process that answers requests. */
export async function* inSlices<T>(items: readonly T[], size = 500): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await letOthersIn()
    yield items.slice(from, from + size)
  }
}
