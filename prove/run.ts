// npm run prove: every proof (*.proof.test.ts) at full size, everything at other clocks and in other zones, and prove/results.md. SEED=… tries the same cases again.
import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countsOf, resultsDir, type VitestResults } from '../checks/results.ts'
import { run, vitest } from '../checks/run.ts'
import { proveClocks, type ClockRun } from './clocks.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const seed = process.env.SEED ?? String(randomInt(2 ** 31))
const began = new Date()

console.log(`Seed ${seed}`)
let code = await run('vitest', vitest('prove', '.proof.test.'), { PROVE: 'full', SEED: seed })
const results = JSON.parse(readFileSync(`${resultsDir}prove.json`, 'utf8')) as VitestResults
const { passed, failed } = countsOf(results)
if (failed > 0) code ||= 1

// And every journey at both widths; `npm test` repeats on the wide screen only what the width changes.
code ||= await run('playwright', ['test'], { PROVE: 'full' })

const clockRuns: readonly ClockRun[] = code === 0 ? await proveClocks() : []
if (clockRuns.some((each) => each.failed > 0)) code ||= 1

const count = new Intl.NumberFormat('en')
const rows = results.testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map(({ fullName, status, duration, meta }) => [
    relative(root, name),
    fullName,
    meta?.cases === undefined ? '' : count.format(meta.cases),
    `${((duration ?? 0) / 1000).toFixed(1)} s`,
    status,
  ]),
)
const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n')
const clockTable = clockRuns
  .map(({ clock, zone, what, passed, failed }) =>
    [clock.what, clock.at, zone, what, count.format(passed), count.format(failed)].join(' | '),
  )
  .map((row) => `| ${row} |`)
  .join('\n')
const seconds = Math.round((Date.now() - began.getTime()) / 1000)

writeFileSync(
  `${root}prove/results.md`,
  `# Proofs at full size

Written by \`npm run prove\`; \`npm test\` runs a sample of each. ${began.toISOString().slice(0, 10)}, Node ${process.version}, seed ${seed}
(\`SEED=${seed} npm run prove\` tries the same cases again), ${seconds} s, ${passed} passed, ${failed} failed.

| file | what is proved | cases | time | |
|---|---|--:|--:|---|
${table}

The tests with the clock moved (\`checks/moved-clock.ts\`) and in other zones; a Swedish company's day goes by Swedish time in all of them.

| clock | instant | zone of the server | tests | passed | failed |
|---|---|---|---|--:|--:|
${clockTable}
`,
)
console.log(`\n${passed} passed, ${failed} failed; see prove/results.md`)
process.exitCode = code
