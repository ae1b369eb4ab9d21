// The tests at every clock and in every zone of checks/clocks.ts.
import { readFileSync } from 'node:fs'
import { clocksAfter, environmentAt, filesWhereTimeMatters, zones, type Clock } from '../checks/clocks.ts'
import { countsOf, resultsDir, type Counts } from '../checks/results.ts'
import { run, vitest } from '../checks/run.ts'

export interface ClockRun extends Counts {
  readonly clock: Clock
  readonly zone: string
  readonly what: string
}

/**
 * Each clock has a zone with which everything runs, the journeys too; in the other zones it is what time can break. The first run that fails
 * ends it.
 */
export async function proveClocks(): Promise<readonly ClockRun[]> {
  const runs: ClockRun[] = []
  for (const [nth, clock] of Object.values(clocksAfter(new Date())).entries()) {
    for (const [turn, zone] of zones.entries()) {
      const whole = turn === nth % zones.length
      const name = `clock-${nth}-${turn}`
      const environment = environmentAt(clock, zone)
      await run('vitest', vitest(name, ...(whole ? [] : filesWhereTimeMatters)), environment)
      runs.push({ clock, zone, what: whole ? 'all tests' : 'where time matters', ...countsIn(name) })
      if (whole) {
        const code = await run('playwright', ['test'], environment)
        const { passed, failed } = countsIn('playwright')
        runs.push({ clock, zone, what: 'journeys', passed, failed: code === 0 ? failed : Math.max(failed, 1) })
      }
      if (runs.some(({ failed }) => failed > 0)) return runs
    }
  }
  return runs
}

const countsIn = (name: string): Counts =>
  countsOf(JSON.parse(readFileSync(`${resultsDir}${name}.json`, 'utf8')) as unknown)
