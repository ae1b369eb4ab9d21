// The tests at every clock and in every time zone of checks/clocks.ts.
import {
  clocksAfter,
  environmentAt,
  filesWhereTimeMatters,
  journeysWhereTimeMatters,
  zones,
  type Clock,
  type ClocksOf,
} from '../checks/clocks.ts'
import type { Counts } from '../checks/results.ts'
import { run, vitest } from '../checks/run.ts'
import { inScratch } from '../checks/scratch.ts'

export interface ClockRun extends Counts {
  readonly clock: Clock
  readonly zone: string
  readonly what: string
}

type ClockName = keyof ClocksOf

/**
 * At both changes of the clocks, on the last evening of a long year and on 29 February all tests run in one time zone, and the journeys
 * where time matters. In the other zones, and at the two clocks that differ from these by an hour, only the tests that depend on time run.
 */
const wholeIn: Readonly<Partial<Record<ClockName, string>>> = {
  forward: 'America/New_York',
  secondPass: 'Asia/Tokyo',
  lastEvening: 'America/New_York',
  leapDay: 'UTC',
}

export const clockNames = Object.keys(clocksAfter(new Date())) as readonly ClockName[]

/** Runs the tests at one clock, in every time zone. */
export async function proveClock(
  name: ClockName,
  counted: (name: string, act: () => Promise<number>) => Promise<Counts>,
): Promise<readonly ClockRun[]> {
  const clock = clocksAfter(new Date())[name]
  const scratch = inScratch()
  const runs: ClockRun[] = []
  for (const zone of zones) {
    const at = { ...scratch, ...environmentAt(clock, zone) }
    const results = `clock-${name}-${zones.indexOf(zone)}`
    const whole = wholeIn[name] === zone
    const tests = await counted(results, () =>
      run('vitest', vitest(results, ...(whole ? [] : filesWhereTimeMatters)), at),
    )
    runs.push({ clock, zone, what: whole ? 'all tests' : 'where time matters', ...tests })
    if (!whole) continue
    const journeys = await counted('playwright', () => run('playwright', ['test', ...journeysWhereTimeMatters], at))
    runs.push({ clock, zone, what: 'journeys where time matters', ...journeys })
  }
  return runs
}
