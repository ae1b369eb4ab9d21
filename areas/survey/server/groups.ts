import { SMALLEST_GROUP } from '../rules.ts'
import type { GivenAnswer } from './given-answer.ts'

export interface Sorted {
  /** Answers that may be read, under what they may be filed by. */
  readonly mixed: readonly GivenAnswer[]
  /** Answers that are too few as yet. */
  readonly waiting: readonly GivenAnswer[]
}

/**
 * Which answers leave the seal together. A batch is at least five of one company and form, and each of its areas, as well as its
 * rest without an area, none or at least five. So every group that is ever told is a sum of such, and what one group has more than
 * another too: no subtraction shows fewer. Whoever knows who answered in which hour, as the write-ahead log does, knows a batch's
 * people, so that the batch and not the table is the crowd in which one hides.
 */
export function sorted(pool: readonly GivenAnswer[], isOver: (year: number) => boolean): Sorted {
  const mixed: GivenAnswer[] = []
  const few: GivenAnswer[] = []
  for (const batch of groupsBy(pool, ({ old, year, form, company }) => [old, year, form, company])) {
    if (batch[0]?.company && batch.length >= SMALLEST_GROUP) mixed.push(...filed(batch))
    else few.push(...batch)
  }
  const waiting: GivenAnswer[] = []
  // When nobody can join them any more, the companies' rests are put together.
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
  // A rest of fewer than five would be told by its lack of an area: the smallest area is put with it.
  if (rest > 0 && rest < SMALLEST_GROUP) sizes.shift()
  const kept = new Set(sizes.map(({ area }) => area))
  return batch.map((answer) => (kept.has(answer.area) ? answer : { ...answer, area: null }))
}

const groupsBy = (pool: readonly GivenAnswer[], by: (answer: GivenAnswer) => readonly unknown[]) => [
  ...Map.groupBy(pool, (answer) => JSON.stringify(by(answer))).values(),
]
