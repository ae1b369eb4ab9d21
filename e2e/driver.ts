// The employees that a journey signs in as if it needs somebody at work: the demo's drivers have days off.
import type { TestInfo } from '@playwright/test'
import { addDays, dateIn, defaultTimeZone } from '#platform/contract/wall-clock.ts'
import { serviceOn } from '../demo/days.ts'
import { driversOf, timetablesOf } from '../demo/feed.ts'
import { networkOf } from '../demo/networks/networks.ts'
import { demoEmployees } from '../demo/people.ts'
import { endOf, rosterOn } from '../demo/roster.ts'

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

/** User names of the drivers on a date, sorted by the end of their runs. */
export function driversOn(date: string): string[] {
  const network = networkOf('norr')
  return timetablesOf(network)
    .flatMap(({ depot, timetables }) =>
      rosterOn(date, driversOf('norr', network, depot), timetables[serviceOn(date)].runs),
    )
    .sort((one, other) => endOf(one.run) - endOf(other.run))
    .map(({ employeeNumber }) => demoEmployees.find(({ number }) => number === employeeNumber)?.userName ?? '')
    .filter((userName) => !restricted.has(userName))
}
