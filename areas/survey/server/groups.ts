import { SMALLEST_GROUP } from '../rules.ts'
import type { GivenAnswer } from './given-answer.ts'

export interface Sorted {
  /** Answers that may be read, with the company and area that they may show. */
  readonly mixed: readonly GivenAnswer[]
  /** Answers whose groups are still too small. */
  readonly waiting: readonly GivenAnswer[]
}

/**
 * Decides which answers are released together. A batch has at least five answers of one company and form; each of its areas, and
 * its rest without an area, has none or at least five. So every group that is ever shown is a sum of such parts, and so is the
 * difference between two groups: no subtraction reveals fewer. An attacker who knows who answered in which hour, for example from
 * the write-ahead log, knows the people of a batch, so anonymity depends on the size of the batch, not of the table.
 */
export function sorted(pool: readonly GivenAnswer[], isOver: (year: number) => boolean): Sorted {
  const mixed: GivenAnswer[] = []
  const few: GivenAnswer[] = []
  for (const batch of groupsBy(pool, ({ old, year, form, company }) => [old, year, form, company])) {
    if (batch[0]?.company && batch.length >= SMALLEST_GROUP) mixed.push(...filed(batch))
    else few.push(...batch)
  }
  const waiting: GivenAnswer[] = []
  // When no more answers can arrive, the remaining answers of all companies are combined.
  for (const rest of groupsBy(few, ({ old, year, form }) => [old, year, form])) {
    if (rest.length >= SMALLEST_GROUP && isOver(rest[0]?.year ?? 0)) {
      mixed.push(...rest.map((answer) => ({ ...answer, company: null, area: null })))
    } else waiting.push(...rest)
  }
  return { mixed, waiting }
}

/** The batch with the areas that it may show. */
function filed(batch: readonly GivenAnswer[]): GivenAnswer[] {
  const sizes = groupsBy(batch, ({ area }) => [area])
    .map((group) => ({ area: group[0]?.area ?? null, size: group.length }))
    .filter(({ area, size }) => area !== null && size >= SMALLEST_GROUP)
    .toSorted((a, b) => a.size - b.size || (String(a.area) < String(b.area) ? -1 : 1))
  const rest = batch.length - sizes.reduce((sum, { size }) => sum + size, 0)
  // Fewer than five answers without an area would be recognisable, so the answers of the smallest area lose their area too.
  if (rest > 0 && rest < SMALLEST_GROUP) sizes.shift()
  const kept = new Set(sizes.map(({ area }) => area))
  return batch.map((answer) => (kept.has(answer.area) ? answer : { ...answer, area: null }))
}

const groupsBy = (pool: readonly GivenAnswer[], by: (answer: GivenAnswer) => readonly unknown[]) => [
  ...Map.groupBy(pool, (answer) => JSON.stringify(by(answer))).values(),
]
