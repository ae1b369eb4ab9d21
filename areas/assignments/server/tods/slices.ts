import { setImmediate as turn } from 'node:timers/promises'

/** Slices of a long list, yielding to the event loop between them: an import may run in the process that answers requests. */
export async function* inSlices<T>(items: readonly T[], size = 2000): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await turn()
    yield items.slice(from, from + size)
  }
}
