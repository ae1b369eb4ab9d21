import { serviceOn } from './days.ts'
import { driversOf, timetablesOf } from './feed.ts'
import type { Minute } from './minutes.ts'
import { networkOf } from './networks/networks.ts'
import { demoEmployees } from './people.ts'
import { endOf, rosterOn, startOf } from './roster.ts'

/** A driver's run of a day. */
export interface DriversRun {
  readonly userName: string
  readonly start: Minute
  readonly end: Minute
}

/** The runs of Norr's drivers on a date, sorted by their ends. */
export function runsOn(date: string): DriversRun[] {
  const network = networkOf('norr')
  return timetablesOf(network)
    .flatMap(({ depot, timetables }) =>
      rosterOn(date, driversOf('norr', network, depot), timetables[serviceOn(date)].runs),
    )
    .map(({ employeeNumber, run }) => ({
      userName: demoEmployees.find(({ number }) => number === employeeNumber)?.userName ?? '',
      start: startOf(run),
      end: endOf(run),
    }))
    .sort((one, other) => one.end - other.end)
}
