import { dayNumber, weekdayNumber } from './days.ts'
import type { ShiftKind } from './networks/network.ts'
import type { DemoEmployee } from './people.ts'
import type { Run } from './timetable.ts'

type Turn = 'F' | 'D' | 'E' | '-'

/**
 * Nine weeks that every driver goes through, each starting at a different one: Förmiddag, Dag, Eftermiddag or free.
 * Five days of seven if no weekend is worked. After a worked weekend comes one free day and then the same turn, so
 * that this day is a weekly rest of more than 36 hours (arbetstidslagen 14 §).
 */
const rotation: readonly string[] = [
  'FFFFF--',
  'EE--EEE',
  '-EEEE--',
  'DDDDD--',
  'FF--FFF',
  '-FFFF--',
  'EEEEE--',
  'DDD--DD',
  '-DDDD--',
]

/** Neighbours in the list start four weeks apart, so that they never work the same turn and any group covers all three turns. */
const weeksApart = 4
/** The first driver's week of the nine at week 0 of days.ts; any number would be lawful. */
const firstWeek = 7

const turnOf: Readonly<Record<ShiftKind, Turn>> = { early: 'F', day: 'D', split: 'D', late: 'E', night: 'E' }

export interface Assignment {
  readonly employeeNumber: string
  readonly run: Run
}

/** Who drives which run on a date: it depends only on the date, so that two windows agree on their common days. */
export function rosterOn(date: string, drivers: readonly DemoEmployee[], runs: readonly Run[]): Assignment[] {
  const assignments: Assignment[] = []
  for (const turn of ['F', 'D', 'E'] as const) {
    const open = rotated(
      runs.filter((run) => turnOf[run.kind] === turn),
      date,
    )
    const onTurn = drivers.filter((driver, index) => turnOn(date, index) === turn && !isAway(date, driver, index))
    const working = rotated(onTurn, date)
    // On a public holiday there are fewer runs than drivers: the remaining drivers are free. On other days runs may stay open.
    for (const [index, driver] of working.entries()) {
      const run = open[index]
      if (run) assignments.push({ employeeNumber: driver.number, run })
    }
  }
  return assignments
}

function turnOn(date: string, driver: number): Turn {
  const week = Math.floor(dayNumber(date) / 7)
  const row =
    rotation[(((week + firstWeek + driver * weeksApart) % rotation.length) + rotation.length) % rotation.length]
  return (row?.[weekdayNumber(date)] ?? '-') as Turn
}

/** One week in eight is holiday or parental leave, except for employees whom visitors sign in as: an empty week shows nothing. */
function isAway(date: string, driver: DemoEmployee, index: number): boolean {
  const week = Math.floor(dayNumber(date) / 7)
  return !driver.featured && (((week + index * 3) % 8) + 8) % 8 === 0
}

/** The same list, starting at a different position every day. */
function rotated<Item>(list: readonly Item[], date: string): Item[] {
  const start = list.length === 0 ? 0 : ((dayNumber(date) % list.length) + list.length) % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}

export function startOf(run: Run): number {
  return run.events[0]?.start ?? 0
}

export function endOf(run: Run): number {
  return run.events.at(-1)?.end ?? 0
}
