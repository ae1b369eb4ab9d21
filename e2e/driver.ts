// Whom a journey signs in as where it needs somebody at work: the demo's drivers have days off.
import type { TestInfo } from '@playwright/test'
import { addDays, dateIn, defaultTimeZone } from '#platform/contract/wall-clock.ts'
import { serviceOn } from '../demo/days.ts'
import { driversOf, timetablesOf } from '../demo/feed.ts'
import { networkOf } from '../demo/networks.ts'
import { demoEmployees } from '../demo/people.ts'
import { endOf, rosterOn } from '../demo/roster.ts'

/** For bertil most of the portal is closed. */
const restricted = new Set(['bertil'])

type Day = 'today' | 'yesterday'

/** The date of a day where the demo's companies are. */
export function dateOf(day: Day): string {
  const today = dateIn(defaultTimeZone, new Date())
  return day === 'today' ? today : addDays(today, -1)
}

/**
 * A driver of Norr whose run has today's date, another one at each width, since both run at once on one portal. 'yesterday': whose run had
 * yesterday's and was over by the evening.
 */
export function driverAtWork({ project }: Pick<TestInfo, 'project'>, day: Day = 'today'): string {
  const userName = driversOn(dateOf(day))[project.name === 'phone' ? 0 : 1]
  if (!userName) throw new Error(`nobody of Norr drives ${day}`)
  return userName
}

/** User names of those who drive on a date; whose run ends first comes first. */
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
