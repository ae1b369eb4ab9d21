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

/** Runs the given jobs of each key one at a time, in order; those of different keys run side by side. */
export function oneOfEach(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, { readonly take: ReturnType<typeof atMost>; jobs: number }>()
  return async (key, work) => {
    const turn = turns.get(key) ?? { take: atMost(1), jobs: 0 }
    turns.set(key, turn)
    turn.jobs++
    try {
      return await turn.take(work)
    } finally {
      turn.jobs--
      if (turn.jobs === 0) turns.delete(key)
    }
  }
}
