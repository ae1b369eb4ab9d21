// Plants each bug alone in a copy of the project, and runs the test that must find it.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Counts, VitestResults } from '../checks/results.ts'
import type { PlantedBug } from './planted-bug.ts'
import { plantedBugs } from './planted-bugs.ts'

interface Planted extends Counts {
  readonly rows: readonly (readonly string[])[]
}

/** `passed` counts the bugs that their test found. */
export function plantBugs(root: string, chosen: readonly PlantedBug[] = plantedBugs): Planted {
  const copy = copyOf(root)
  try {
    // A test that fails without the bug shows nothing.
    const unplanted = runTests(copy, [...new Set(chosen.map(({ test }) => test))])
    if (unplanted.failed.length > 0 || !unplanted.ran)
      throw new Error(`tests fail without a bug: ${unplanted.failed.join(', ')}`)
    const outcomes = chosen.map((bug) => {
      const outcome = outcomeOf(copy, bug)
      console.log(`${outcome.found ? 'found' : 'NOT FOUND'}: ${bug.kind}: ${bug.what}`)
      return { ...outcome, row: [bug.kind, bug.what, bug.file, bug.test, outcome.by] }
    })
    const passed = outcomes.filter(({ found }) => found).length
    return { passed, failed: outcomes.length - passed, rows: outcomes.map(({ row }) => row) }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** The files that git does not ignore, as they are on disk, with the installed packages of the original. */
function copyOf(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'linjen-planted-'))
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of tracked.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

interface Outcome {
  readonly found: boolean
  /** The name of the first test that failed with the bug, or why there is none. */
  readonly by: string
}

function outcomeOf(copy: string, { file, find, replace, test }: PlantedBug): Outcome {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(find).length !== 2) throw new Error(`${file}: not exactly once: ${find}`)
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  const { failed, ran } = runTests(copy, [test])
  writeFileSync(path, text)
  // A bug that keeps the file from loading says nothing about its tests.
  if (!ran) return { found: false, by: 'DID NOT RUN' }
  return failed[0] === undefined ? { found: false, by: 'NOT FOUND' } : { found: true, by: failed[0] }
}

function runTests(copy: string, tests: readonly string[]): { failed: string[]; ran: boolean } {
  const results = join(copy, 'test-results/planted.json')
  rmSync(results, { force: true })
  const options = ['run', ...tests, '--maxWorkers=1', '--reporter=json', `--outputFile.json=${results}`]
  spawnSync(join(copy, 'node_modules/.bin/vitest'), options, { cwd: copy, stdio: 'ignore' })
  if (!existsSync(results)) return { failed: [], ran: false }
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as VitestResults
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = all.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  return { failed, ran: all.length > 0 && new Set(testResults.map(({ name }) => name)).size === tests.length }
}
