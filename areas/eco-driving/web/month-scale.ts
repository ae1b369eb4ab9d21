import { monthNames, yearMonthOf } from '#platform/contract/wall-clock.ts'

/** The smallest range of the chart on each side of 100 %, and the step by which it grows, so that its edges are round figures. */
const LEAST = 0.1
const STEP = 0.05

/** The range of the chart on each side of 100 %. */
export function reachOf(indexes: readonly (number | null)[]): number {
  const furthest = Math.max(LEAST, ...indexes.map((index) => (index === null ? 0 : Math.abs(index - 1))))
  // Minus a rounding error, so that 1.1 - 1 counts as a tenth.
  return Math.ceil(furthest / STEP - 1e-9) * STEP
}

/** 'nov', 'maj': the label of a month below its bar. */
export function shortMonth(month: string): string {
  return (monthNames[yearMonthOf(month).month - 1] ?? '').slice(0, 3).toLowerCase()
}
