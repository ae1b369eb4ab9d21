// The employees that a journey signs in as if it needs a driver with a duty. The demo's drivers have days off.
import type { TestInfo } from '@playwright/test'
import { addDays, clockOf, dateIn, defaultTimeZone, wallClockIn } from '#platform/contract/wall-clock.ts'
import { runsOn } from '../demo/runs.ts'

/** Most of the portal is closed to bertil. */
const restricted = new Set(['bertil'])

type Day = 'today' | 'yesterday'

/** The date of a day in the time zone of the demo's companies. */
export function dateOf(day: Day): string {
  const today = dateIn(defaultTimeZone, new Date())
  return day === 'today' ? today : addDays(today, -1)
}

/**
 * A driver of Norr with a run today, a different one at each width, since both run at once on one portal. 'yesterday': a driver
 * whose run was yesterday and had ended by the evening.
 */
export function driverAtWork({ project }: Pick<TestInfo, 'project'>, day: Day = 'today'): string {
  const userName = driversOn(dateOf(day))[project.name === 'phone' ? 0 : 1]
  if (!userName) throw new Error(`nobody of Norr drives ${day}`)
  return userName
}

const END_MARGIN_MINUTES = 10

/**
 * The first of these drivers whose run does not end during the journey. Without coverage, the card of a run that has ended shows the
 * next run from the kept days, which cannot be confirmed.
 */
export function driverWhoseRunLasts(userNames: readonly string[]): string {
  const [hours = 0, minutes = 0] = clockOf(wallClockIn(defaultTimeZone, new Date())).split(':').map(Number)
  const now = hours * 60 + minutes
  const endSoon = (['today', 'yesterday'] as const).flatMap((day) =>
    runsOn(dateOf(day))
      .filter(({ end }) => {
        const left = end - now - (day === 'yesterday' ? 1440 : 0)
        return left >= 0 && left < END_MARGIN_MINUTES
      })
      .map(({ userName }) => userName),
  )
  const lasting = userNames.find((userName) => !endSoon.includes(userName))
  if (!lasting) throw new Error(`the runs of ${userNames.join(', ')} are all about to end`)
  return lasting
}

/** User names of the drivers on a date, sorted by the end of their runs. */
export function driversOn(date: string): string[] {
  return runsOn(date)
    .map(({ userName }) => userName)
    .filter((userName) => !restricted.has(userName))
}
