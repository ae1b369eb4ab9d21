// The clocks and time zones in which the tests run besides the machine's own.
export const zones = ['UTC', 'America/New_York', 'Asia/Tokyo'] as const

export interface Clock {
  readonly what: string
  /** An instant, written in UTC. */
  readonly at: string
}

export interface ClocksOf {
  readonly forward: Clock
  readonly firstPass: Clock
  readonly secondPass: Clock
  readonly lastEvening: Clock
  readonly firstNight: Clock
  readonly leapDay: Clock
}

/**
 * The next of each after `now`, in Swedish time. None is in the past: a browser, whose own clock is not moved, would refuse
 * cookies that have already expired.
 */
export function clocksAfter(now: Date): ClocksOf {
  const next = (dateIn: (year: number) => string | null): string => {
    for (let year = now.getUTCFullYear(); ; year++) {
      const date = dateIn(year)
      // At least a day ahead, so that it is still in the future when the run begins.
      if (date && Date.parse(date) > now.getTime() + 86_400_000) return date
    }
  }
  const march = next((year) => lastSunday(year, 3))
  const october = next((year) => lastSunday(year, 10))
  const newYear = next((year) => (hasWeek53(year) ? `${year}-12-31` : null))
  const leapDay = next((year) => (lastOfFebruary(year) === 29 ? `${year}-02-29` : null))
  return {
    forward: { what: 'the hour that is missing in March', at: `${march}T01:00:00Z` },
    firstPass: { what: 'the hour that comes twice in October, the first time', at: `${october}T00:20:00Z` },
    secondPass: { what: 'the hour that comes twice in October, the second time', at: `${october}T01:20:00Z` },
    lastEvening: { what: 'the last evening of a year of 53 weeks', at: `${newYear}T22:10:00Z` },
    firstNight: { what: 'the first minutes of the year after it', at: `${newYear}T23:05:00Z` },
    leapDay: { what: 'the first minutes of 29 February', at: `${dayBefore(leapDay)}T23:05:00Z` },
  }
}

/** The environment variables for running a command at a clock in a time zone. */
export function environmentAt(clock: Clock, zone: string): Record<string, string> {
  const preload = new URL('moved-clock.ts', import.meta.url)
  const options = [process.env.NODE_OPTIONS, `--import=${preload.href}`].filter(Boolean).join(' ')
  return { NODE_OPTIONS: options, CLOCK_AT: clock.at, TZ: zone }
}

/** Tests whose result depends on the day or the hour: `npm test` runs these files at another clock, `npm run prove` at all of them. */
export const filesWhereTimeMatters = [
  'app/web/',
  'areas/assignments/server/routes',
  'areas/assignments/web/',
  'areas/deviations/server/demo/',
  'areas/eco-driving/server/periods',
  'areas/eco-driving/server/routes',
  'areas/news/server/demo/',
  'areas/payslips/server/demo/',
  'areas/schedule/',
  'areas/survey/server/routes',
  'areas/time-report/',
  'areas/training/',
  'checks/clocks',
  'demo/days',
  'demo/roster',
  'identity/',
  'platform/contract/',
  'platform/web/',
] as const

/** Journeys whose result depends on the day or the hour: `npm run prove` runs them at four clocks. */
export const journeysWhereTimeMatters = [
  'alerts',
  'assignments',
  'duty',
  'eco-driving',
  'first-paint',
  'home',
  'insurance-follow-up',
  'keyboard',
  'midnight',
  'news.spec',
  'office-deviations',
  'office-queues',
  'office.spec',
  'payslips',
  'schedule',
  'survey',
  'training',
  'trip',
] as const

const lastOfFebruary = (year: number) => new Date(Date.UTC(year, 2, 0)).getUTCDate()
const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)

function lastSunday(year: number, month: number): string {
  const last = new Date(Date.UTC(year, month, 0))
  last.setUTCDate(last.getUTCDate() - last.getUTCDay())
  return last.toISOString().slice(0, 10)
}

/** A year has 53 weeks if its first or last day is a Thursday (ISO 8601). */
const hasWeek53 = (year: number) =>
  [Date.UTC(year, 0, 1), Date.UTC(year, 11, 31)].some((day) => new Date(day).getUTCDay() === 4)
