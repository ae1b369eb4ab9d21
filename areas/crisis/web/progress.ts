import { addDays, dayAndDate } from '#platform/contract/wall-clock.ts'
import type { Part } from '../contract.ts'
import type { StepList } from '../rules.ts'

/** What has been done, by the step's own words, and when: `YYYY-MM-DDTHH:mm:ss`. A step that is reworded is to be done again. */
export type Ticks = Readonly<Record<string, string>>

/** A step's key: parts may say the same words. */
export const stepKey = (part: number, words: string): string => `${part} ${words}`

const RECENT_DAYS = 1

/** The keys of a list's steps. */
const keysOf = (list: StepList<Part>): string[] =>
  list.parts.flatMap(({ part, index }) => part.steps.map((step) => stepKey(index, step.do)))

/** When the steps of a list were ticked off, the first one first. */
export const timesOf = (list: StepList<Part>, ticks: Ticks): string[] =>
  keysOf(list)
    .flatMap((key) => ticks[key] ?? [])
    .sort()

/** Counts what is done: 'Klart: 2 av 14 steg'. Lists of different people are counted apart. */
export function progressText(lists: readonly StepList<Part>[], ticks: Ticks): string {
  const counts = lists.map((list) => ({ name: list.name, done: timesOf(list, ticks).length, of: keysOf(list).length }))
  const [first] = counts
  if (first && counts.length === 1) return `Klart: ${first.done} av ${first.of} steg`
  return `Klart: ${counts.map(({ name, done, of }) => `${name} ${done} av ${of}`).join(', ')}`
}

/** A step done on another day must not look as if it was done now. */
export function doneText(at: string, today: string): string {
  const clock = at.slice(11, 16)
  return at.slice(0, 10) === today ? `Klart ${clock}` : `Klart ${dayAndDate(at.slice(0, 10))} ${clock}`
}

/** Which list to open: the one last worked on since yesterday, else the first. */
export function listAtHand(lists: readonly StepList<Part>[], ticks: Ticks, today: string): number {
  const last = lists.map((list) => timesOf(list, ticks).at(-1) ?? '')
  const latest = last.toSorted().at(-1) ?? ''
  return latest.slice(0, 10) >= addDays(today, -RECENT_DAYS) ? last.indexOf(latest) : 0
}

/** Whether all that is ticked is from before yesterday, and so hardly from what has happened now. */
export const isStale = (times: readonly string[], today: string): boolean =>
  times.length > 0 && times.every((at) => at.slice(0, 10) < addDays(today, -RECENT_DAYS))
