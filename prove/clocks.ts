// The tests at every clock and in every zone of checks/clocks.ts.
import { rmSync } from 'node:fs'
import { clocksAfter, environmentAt, filesWhereTimeMatters, zones, type Clock } from '../checks/clocks.ts'
import { resultsDir, sumOf, type Counts } from '../checks/results.ts'
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
      const files = whole ? [] : filesWhereTimeMatters
      const parts = [
        { what: whole ? 'all tests' : 'where time matters', name, command: 'vitest', args: vitest(name, ...files) },
        ...(whole ? [{ what: 'journeys', name: 'playwright', command: 'playwright', args: ['test'] }] : []),
      ]
      for (const { what, name, command, args } of parts) {
        const counts = await counted(name, () => run(command, args, environmentAt(clock, zone)))
        runs.push({ clock, zone, what, ...counts })
        if (counts.failed > 0) return runs
      }
    }
  }
  return runs
}

/** What stopped before any test could fail has failed nonetheless. */
async function counted(name: string, act: () => Promise<number>): Promise<Counts> {
  rmSync(`${resultsDir}${name}.json`, { force: true })
  const code = await act()
  const { passed, failed } = sumOf([name])
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}
