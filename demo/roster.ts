import { dayNumber, weekdayNumber } from './days.ts'
import type { ShiftKind } from './network.ts'
import type { DemoEmployee } from './people.ts'
import type { Run } from './timetable.ts'

type Turn = 'F' | 'D' | 'E' | '-'

/**
 * Nine weeks that every driver goes through, each starting at another one: Förmiddag, Dag, Eftermiddag or free.
 * Five days of seven where no weekend is worked, never more than six on end, never a morning right after an evening.
 */
const rotation: readonly string[] = [
  'FFFFF--',
  'DDD--DD',
  'EEEE---',
  'FF--FFF',
  '-DDDD--',
  'EE--EEE',
  '-FFFF--',
  'DDDDD--',
  'EEEEE--',
]

/** Four weeks apart, so that neighbours in the list never work the same turn and any group covers all three. */
const weeksApart = 4

const turnOf: Readonly<Record<ShiftKind, Turn>> = { early: 'F', day: 'D', split: 'D', late: 'E', night: 'E' }

/**
 * Anna is whom a visitor signs in as, on any day and at any hour, and a portal without a duty to show has nothing to
 * show. So she works every day, which no real driver may; the rest between two days is lawful all the same, because
 * Friday's evening ends early and Saturday's duty starts late.
 */
const everyDay: Readonly<Record<string, string>> = { anna: 'FFDEEDF' }
const fridaysEarliestRest = 22 * 60 + 20
const saturdaysEarliestStart = 9 * 60 + 20

export interface Assignment {
  readonly employeeNumber: string
  readonly run: Run
}

/** Who drives which run on a date: a rule of the date alone, so that two windows agree on the days they share. */
export function rosterOn(date: string, drivers: readonly DemoEmployee[], runs: readonly Run[]): Assignment[] {
  const assignments: Assignment[] = []
  let free = runs
  const ordinary = drivers.filter(({ userName }) => !everyDay[userName])
  for (const driver of drivers) {
    const turns = everyDay[driver.userName]
    if (!turns) continue
    const run = rotated(
      free.filter((run) => turnOf[run.kind] === turns[weekdayNumber(date)] && fits(run, date)),
      date,
    )[0]
    if (!run) continue
    assignments.push({ employeeNumber: driver.number, run })
    free = free.filter((other) => other !== run)
  }
  for (const turn of ['F', 'D', 'E'] as const) {
    const open = rotated(
      free.filter((run) => turnOf[run.kind] === turn),
      date,
    )
    const onTurn = ordinary.filter((driver, index) => turnOn(date, index) === turn && !isAway(date, driver, index))
    const working = rotated(onTurn, date)
    // On a public holiday fewer runs than drivers: those left over are free. On other days runs may stay open.
    for (const [index, driver] of working.entries()) {
      const run = open[index]
      if (run) assignments.push({ employeeNumber: driver.number, run })
    }
  }
  return assignments
}

function turnOn(date: string, driver: number): Turn {
  const week = Math.floor(dayNumber(date) / 7)
  const row = rotation[(((week + driver * weeksApart) % rotation.length) + rotation.length) % rotation.length]
  return (row?.[weekdayNumber(date)] ?? '-') as Turn
}

/** One week in eight on holiday or parental leave. Those whom visitors sign in as are spared: an empty week shows nothing. */
function isAway(date: string, driver: DemoEmployee, index: number): boolean {
  const week = Math.floor(dayNumber(date) / 7)
  return !driver.featured && (((week + index * 3) % 8) + 8) % 8 === 0
}

function fits(run: Run, date: string): boolean {
  const weekday = weekdayNumber(date)
  if (weekday === 4) return endOf(run) <= fridaysEarliestRest
  if (weekday === 5) return startOf(run) >= saturdaysEarliestStart
  return true
}

/** The same list begun at another place every day. */
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
