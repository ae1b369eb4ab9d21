import { addDays } from '#platform/contract/wall-clock.ts'
import { workingDayAt } from '#platform/server/holidays.ts'
import * as courses from './courses.ts'
import type { DemoCourse } from './courses.ts'

/** An employee who may be sent on a course. */
export interface Trainee {
  readonly userName: string
  readonly drives: boolean
}

export interface Session {
  readonly course: DemoCourse
  /** `YYYY-MM-DD`, a working day. */
  readonly date: string
}

/** Days before the demo's first start. Driving on ice is in winter, whenever that start is. */
const plan: readonly (readonly [daysAgo: number, course: DemoCourse | 'season'])[] = [
  [5, courses.firstAid],
  [47, 'season'],
  [92, courses.threats],
  [158, courses.laws],
  [214, courses.ecoDriving],
  [275, 'season'],
  [331, courses.customers],
  [384, courses.firstAid],
  [451, courses.health],
  [520, courses.threats],
  [588, 'season'],
  [655, courses.ecoDriving],
  [712, courses.firstAid],
]

/** Days before the first start. Courses before that cannot be evaluated any more. */
const LONG_AGO = 60

/** The employee who always has a recent course, and the one who never has. */
const alwaysRecent = 'anna'
const neverRecent = 'bertil'

const seasonal = (date: string): DemoCourse =>
  /-(11|12|01|02|03)-/.test(date) ? courses.slipperyRoads : courses.evacuation

/** The courses of an employee in the two years before a date; `index` is the employee's position among the colleagues. */
export function sessionsOf({ userName, drives }: Trainee, index: number, today: string): Session[] {
  return plan.flatMap(([daysAgo, planned], at) => {
    const date = workingDayAt(addDays(today, -daysAgo))
    const course = planned === 'season' ? seasonal(date) : planned
    const recent = daysAgo < LONG_AGO
    if (course.forDrivers && !drives) return []
    if (recent && userName === neverRecent) return []
    const takesPart = (index * 3 + at * 2) % 5 < 2 || (recent && userName === alwaysRecent)
    return takesPart ? [{ course, date }] : []
  })
}

/** A new course for the demo's example employee when her last one, on the date `last`, is getting old. */
export function refresher(userName: string, last: string, today: string): Session | null {
  // She then has a week left to evaluate it, even if the portal keeps running.
  if (userName !== alwaysRecent || last >= addDays(today, -14)) return null
  const date = workingDayAt(addDays(today, -3))
  return { date, course: seasonal(date) }
}
