import fc from 'fast-check'
import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** How many cases a proof tried, for prove/results.md. */
    cases?: number
  }
}

const full = process.env.PROVE === 'full'

/** How much is tried: a sample in `npm test`, everything in `npm run prove`. */
export function effort<T>(amount: { readonly sample: T; readonly full: T }): T {
  return full ? amount.full : amount.sample
}

/** The same cases in each `npm test`; new ones in each `npm run prove`, which prints its seed: SEED=… repeats them. */
export const seed = Number(process.env.SEED ?? 20_261_121)

/** Records how many cases this test tried. */
export function tried({ task }: TestContext, cases: number): void {
  task.meta.cases = cases
}

/** `sample` elements of a list, chosen by the seed; in `npm run prove` `full` elements, by default all. */
export function someOf<T>(list: readonly T[], { sample, full = list.length }: { sample: number; full?: number }): T[] {
  const shuffled = fc.shuffledSubarray([...list], { minLength: list.length })
  return fc.sample(shuffled, { seed, numRuns: 1 })[0]!.slice(0, effort({ sample, full }))
}
