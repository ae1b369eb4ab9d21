/** Runs at most `limit` of the given jobs at a time; the others wait, in order. */
export function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The slot is passed directly to the next waiting job, so that no new one takes it.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
