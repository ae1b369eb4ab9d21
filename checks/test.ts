// npm test, in two pairs: types, lint, format, import rules and unused code beside unit and API tests; then the tests that depend on time,
// at another clock, beside the browser tests, of which e2e/sample.ts chooses some. The two commands of a pair run at the same time, because
// one waits while the other computes. Stops after a pair with a failure.
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
const pairs: readonly (readonly [Step, Step])[] = [
  [
    ['npm', ['run', '--silent', 'check']],
    ['vitest', vitest('vitest'), { PROOFS_SAMPLED: turnOfCommit(SHARES) }],
  ],
  [
    ['vitest', vitest('vitest-october', ...filesWhereTimeMatters), environmentAt(secondPass, 'America/New_York')],
    ['playwright', ['test'], { JOURNEYS_SAMPLED: turnOfCommit(TURNS) }],
  ],
]

rmSync(resultsDir, { recursive: true, force: true })
// The browser first: both kinds of tests need it.
let code = await run('node', ['checks/ensure-browser.ts'])
for (const pair of pairs) {
  if (code !== 0) break
  const codes = await Promise.all(
    pair.map(([command, args, environment]) => run(command, args, { ...inScratch(), ...environment })),
  )
  code = codes.find((each) => each !== 0) ?? 0
}
const { passed, failed } = sumOf(['vitest', 'vitest-october', 'playwright'])
// A run that stopped before any test could fail counts as a failure.
console.log(`\n${passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed`)
process.exitCode = code === 0 && failed > 0 ? 1 : code
