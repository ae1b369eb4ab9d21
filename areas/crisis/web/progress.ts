import { addDays, dayAndDate } from '#platform/contract/wall-clock.ts'
import type { Part } from '../contract.ts'
import type { StepList } from '../rules.ts'

/** When each step was done, `YYYY-MM-DDTHH:mm:ss`, by the step's own words: a reworded step must be done again. */
export type Ticks = Readonly<Record<string, string>>

/** A step's key, with its part, since two parts may contain the same words. */
export const stepKey = (part: number, words: string): string => `${part} ${words}`

const RECENT_DAYS = 1

/** The keys of a list's steps. */
const keysOf = (list: StepList<Part>): string[] =>
  list.parts.flatMap(({ part, index }) => part.steps.map((step) => stepKey(index, step.do)))

/** When the steps of a list were ticked off, earliest first. */
export const timesOf = (list: StepList<Part>, ticks: Ticks): string[] =>
  keysOf(list)
    .flatMap((key) => ticks[key] ?? [])
    .sort()

/** Counts the completed steps: 'Klart: 2 av 14 steg'. Lists of different people are counted separately. */
export function progressText(lists: readonly StepList<Part>[], ticks: Ticks): string {
  const counts = lists.map((list) => ({ name: list.name, done: timesOf(list, ticks).length, of: keysOf(list).length }))
  const [first] = counts
  if (first && counts.length === 1) return `Klart: ${first.done} av ${first.of} steg`
  return `Klart: ${counts.map(({ name, done, of }) => `${name} ${done} av ${of}`).join(', ')}`
}

/** The text of a completed step, with the day if it is not today: an old tick must not look new. */
export function doneText(at: string, today: string): string {
  const clock = at.slice(11, 16)
  return at.slice(0, 10) === today ? `Klart ${clock}` : `Klart ${dayAndDate(at.slice(0, 10))} ${clock}`
}

/** The list to open: the one last worked on since yesterday, otherwise the first. */
export function listAtHand(lists: readonly StepList<Part>[], ticks: Ticks, today: string): number {
  const last = lists.map((list) => timesOf(list, ticks).at(-1) ?? '')
  const latest = last.toSorted().at(-1) ?? ''
  return latest.slice(0, 10) >= addDays(today, -RECENT_DAYS) ? last.indexOf(latest) : 0
}

/** Whether all ticks are from before yesterday, and so probably from another incident. */
export const isStale = (times: readonly string[], today: string): boolean =>
  times.length > 0 && times.every((at) => at.slice(0, 10) < addDays(today, -RECENT_DAYS))
