// npm test: types, lint, format, import rules, then unit and API tests, then the browser's. Stops at the first that fails.
import { rmSync } from 'node:fs'
import { run, vitest } from './run.ts'
import { resultsDir, sumOf } from './results.ts'

const steps: readonly (readonly [command: string, args: readonly string[]])[] = [
  ['npm', ['run', '--silent', 'check']],
  ['vitest', vitest('vitest')],
  ['node', ['checks/ensure-browser.ts']],
  ['playwright', ['test']],
]

rmSync(resultsDir, { recursive: true, force: true })
let code = 0
for (const [command, args] of steps) {
  code = await run(command, args)
  if (code !== 0) break
}
const { passed, failed } = sumOf(['vitest', 'playwright'])
// What stopped before any test could fail has failed nonetheless.
console.log(`\n${passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed`)
process.exitCode = code === 0 && failed > 0 ? 1 : code
