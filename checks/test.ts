// npm test: types, lint, format, import rules, unused code, then unit and API tests, those where time matters at another clock too, then the
// browser's, of which e2e/sample.ts chooses. Stops at the first that fails.
import { rmSync } from 'node:fs'
import { clocksAfter, environmentAt, filesWhereTimeMatters } from './clocks.ts'
import { TURNS } from '../e2e/sample.ts'
import { SHARES } from './resting-proofs.ts'
import { turnOfCommit } from './turns.ts'
import { run, vitest } from './run.ts'
import { resultsDir, sumOf } from './results.ts'
import { inScratch } from './scratch.ts'

// The repeated hour is the most likely to break; `npm run prove` goes through all clocks and zones.
const { secondPass } = clocksAfter(new Date())

type Step = readonly [command: string, args: readonly string[], environment?: Readonly<Record<string, string>>]
const steps: readonly Step[] = [
  ['npm', ['run', '--silent', 'check']],
  ['node', ['checks/ensure-browser.ts']],
  ['vitest', vitest('vitest'), { PROOFS_SAMPLED: turnOfCommit(SHARES) }],
  ['vitest', vitest('vitest-october', ...filesWhereTimeMatters), environmentAt(secondPass, 'America/New_York')],
  ['playwright', ['test'], { JOURNEYS_SAMPLED: turnOfCommit(TURNS) }],
]

rmSync(resultsDir, { recursive: true, force: true })
let code = 0
for (const [command, args, environment] of steps) {
  code = await run(command, args, { ...inScratch(), ...environment })
  if (code !== 0) break
}
const { passed, failed } = sumOf(['vitest', 'vitest-october', 'playwright'])
// A run that stopped before any test could fail counts as a failure.
console.log(`\n${passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed`)
process.exitCode = code === 0 && failed > 0 ? 1 : code
