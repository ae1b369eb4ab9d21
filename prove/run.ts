// npm run prove: every proof (*.proof.test.ts) at full size, every journey at both widths, and the tests at other clocks and in other
// time zones, and bugs planted for the tests to find. `npm run prove -- leapDay` runs one of these parts. A failed part does not stop the
// others, so that a run overnight reports everything. `npm run prove -- proofs:<file>` runs the proofs with that in their file's name, and
// writes their results in a separate section. SEED=… repeats the same cases.
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readResults, resultsDir, sumOf, type Counts, type VitestResults } from '../checks/results.ts'
import { run, vitest } from '../checks/run.ts'
import { inScratch } from '../checks/scratch.ts'
import { clockNames, proveClock } from './clocks.ts'
import { plantBugs } from './plant-bugs.ts'
import { writeSection } from '../checks/sections.ts'

interface Part extends Counts {
  readonly title: string
  /** Markdown. */
  readonly body: string
}

const file = new URL('results.md', import.meta.url)
const head =
  '# Results of the long proofs\n\nWritten by `npm run prove`, each part when it was last run: `npm run prove -- <part>` runs one.\n'
const root = fileURLToPath(new URL('..', import.meta.url))
const seed = process.env.SEED ?? String(randomInt(2 ** 31))
const count = new Intl.NumberFormat('en')

const parts: Readonly<Record<string, (of: string) => Promise<Part>>> = {
  proofs,
  journeys,
  plantedBugs,
  ...Object.fromEntries(clockNames.map((name) => [name, () => atClock(name)])),
}

const asked = process.argv.slice(2)
const partOf = (name: string) => name.replace(/^proofs:.*/, 'proofs')
const unknown = asked.find((name) => !(partOf(name) in parts))
if (unknown) {
  console.error(`${unknown} is not a part; there are ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}

console.log(`Seed ${seed}`)
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
// The results that earlier parts have written do not count as changes.
const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!prove/results.md') !== ''
const commit = git('describe', '--always') + (changed ? '-dirty' : '')
let failures = 0
for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
  const began = new Date()
  const { title, body, passed, failed } = await parts[partOf(name)]!(name.slice(partOf(name).length + 1))
  const minutes = Math.ceil((Date.now() - began.getTime()) / 60_000)
  const when = `${began.toISOString().slice(0, 10)}, commit ${commit}, Node ${process.version}, ${minutes} min`
  writeSection(file, head, title, `${when}: ${count.format(passed)} passed, ${count.format(failed)} failed.\n\n${body}`)
  console.log(`\n${title}: ${passed} passed, ${failed} failed; see prove/results.md`)
  failures += failed
}
process.exitCode = failures > 0 ? 1 : 0

/** All proofs, or those with this text in their file's name. */
async function proofs(of: string): Promise<Part> {
  const counts = await counted('prove', () =>
    run('vitest', vitest('prove', '--project', 'proofs', of), { PROVE: 'full', SEED: seed }),
  )
  const { testResults } = (readResults('prove') ?? { testResults: [] }) as VitestResults
  const rows = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration, meta }) => [
      relative(root, name),
      fullName,
      meta?.cases === undefined ? '' : count.format(meta.cases),
      `${((duration ?? 0) / 1000).toFixed(1)} s`,
      status,
    ]),
  )
  const table = ['| file | what is proved | cases | time | |', '|---|---|--:|--:|---|', ...rows.map(tableRow)].join(
    '\n',
  )
  return {
    title: of ? `Proofs at full size: ${of}` : 'Proofs at full size',
    body: `\`npm test\` runs a sample of each. Seed ${seed}: \`SEED=${seed} npm run prove -- ${of ? `proofs:${of}` : 'proofs'}\` tries the same cases again.\n\n${table}`,
    ...counts,
  }
}

async function journeys(): Promise<Part> {
  const counts = await counted('playwright', () =>
    run('playwright', ['test'], { ...inScratch(), PROVE: 'full', SEED: seed }),
  )
  return {
    title: 'Journeys at both widths',
    body: '`npm test` runs a sample (e2e/sample.ts), on the wide screen only of what the width changes, and shortens the journeys that wait for minutes.',
    ...counts,
  }
}

async function plantedBugs(): Promise<Part> {
  const { rows, ...counts } = plantBugs(root)
  const table = ['| kind | bug | in | test | found by |', '|---|---|---|---|---|', ...rows.map(tableRow)].join('\n')
  return {
    title: 'Planted bugs',
    body: `Each planted alone in a copy, where its test of \`npm test\` must fail.\n\n${table}`,
    ...counts,
  }
}

async function atClock(name: (typeof clockNames)[number]): Promise<Part> {
  const runs = await proveClock(name, counted)
  const rows = runs.map(({ zone, what, passed, failed }) => [zone, what, count.format(passed), count.format(failed)])
  const table = ['| zone of the server | tests | passed | failed |', '|---|---|--:|--:|', ...rows.map(tableRow)].join(
    '\n',
  )
  const { clock } = runs[0]!
  return {
    title: `At another clock: ${clock.what}`,
    body: `${clock.at}, by \`checks/moved-clock.ts\`; a Swedish company's day goes by Swedish time in every zone.\n\n${table}`,
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    failed: runs.reduce((sum, { failed }) => sum + failed, 0),
  }
}

/** The counts of a command that writes `test-results/<name>.json`. A run that stopped before any test could fail counts as a failure. */
async function counted(name: string, act: () => Promise<number>): Promise<Counts> {
  rmSync(`${resultsDir}${name}.json`, { force: true })
  const code = await act()
  const { passed, failed } = sumOf([name])
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
