// Makes a real release in a temporary repository, and compares the promises of SECURITY.md with the results of the proofs.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restingProofs, SHARES } from '../resting-proofs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const rootFile = (path: string) => readFileSync(join(root, path), 'utf8')

let folder: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linjen-release-'))
  mkdirSync(join(folder, 'packaging/chart'), { recursive: true })
  mkdirSync(join(folder, 'docs'))
  for (const path of ['packaging/release.ts', 'packaging/chart/Chart.yaml', 'package-lock.json'])
    cpSync(join(root, path), join(folder, path))
  const { name, type, version, scripts } = JSON.parse(rootFile('package.json')) as {
    scripts: Record<string, string>
  } & Record<string, unknown>
  const own = { release: scripts['release'], preversion: scripts['preversion'], version: scripts['version'] }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, type, version, scripts: own }))
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const noticed = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Something that is noticed\n'
const toDo = '# Upgrading\n\nRead this.\n\n## To the next version\n'

function release(changelog: string, upgrading = `${toDo}\n- Something to do\n`) {
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  writeFileSync(join(folder, 'docs/upgrading.md'), upgrading)
  git('init', '--quiet')
  git('config', 'user.name', 'Linjen')
  git('config', 'user.email', 'linjen@example.se')
  git('add', '.')
  git('commit', '--quiet', '--message', 'before')
  return spawnSync('npm', ['run', '--silent', 'release', '--', 'minor'], { cwd: folder, encoding: 'utf8' })
}

test('a release is a version, its day in the changelog, the chart’s version, a commit and a tag', () => {
  const { status, stderr } = release(noticed)
  expect({ status, stderr }).toMatchObject({ status: 0 })
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(version).toMatch(/^\d+\.\d+\.0$/)
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')} - \\d{4}-\\d\\d-\\d\\d$`, 'm'))
  expect(read('CHANGELOG.md')).toContain('- Something that is noticed')
  expect(read('packaging/chart/Chart.yaml')).toContain(`\nversion: ${version}\nappVersion: ${version}\n`)
  expect(git('describe', '--exact-match')).toBe(`v${version}`)
  expect(git('log', '-1', '--format=%s')).toBe(`chore(release): ${version}`)
  expect(git('status', '--porcelain')).toBe('')
})

test('nothing is released where nothing is written', () => {
  const { status, stderr } = release('# Changelog\n\n## [Unreleased]\n')
  expect(status).not.toBe(0)
  expect(stderr).toContain('Nothing is written under Unreleased')
  expect(git('tag')).toBe('')
  expect(git('status', '--porcelain')).toBe('')
})

test('what has to be done stands below its release, and the next one begins empty', () => {
  expect(release(noticed).status).toBe(0)
  const { version: first } = JSON.parse(read('package.json')) as { version: string }
  const below = `## To ${first}\n\n- Something to do\n`
  expect(read('docs/upgrading.md')).toBe(`${toDo}\n${below}`)
  expect(release(noticed, `${toDo}\n- Something else\n\n${below}`).status).toBe(0)
  const { version: second } = JSON.parse(read('package.json')) as { version: string }
  const both = `${toDo}\n## To ${second}\n\n- Something else\n\n${below}`
  expect(read('docs/upgrading.md')).toBe(both)
  // A release without anything to do has no heading.
  expect(release(noticed, both).status).toBe(0)
  expect(read('docs/upgrading.md')).toBe(both)
  expect(git('status', '--porcelain')).toBe('')
})

test('nothing is released where the heading of what has to be done is missing', () => {
  const { status, stderr } = release(noticed, '# Upgrading\n')
  expect(status).not.toBe(0)
  expect(stderr).toContain('docs/upgrading.md has no heading ## To the next version')
  expect(git('tag')).toBe('')
})

const rowsOf = (text: string) => text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
const promisesOf = (text: string) => rowsOf(text).filter(([, , file]) => file?.endsWith('.proof.test.ts`'))

test('SECURITY.md promises what the proofs have tried', () => {
  const number = (text = '') => Number(text.replaceAll(',', ''))
  const proved = rowsOf(rootFile('prove/results.md')).filter(([, file]) => file?.endsWith('.proof.test.ts'))
  const promised = promisesOf(rootFile('SECURITY.md'))
  expect(promised.length).toBeGreaterThan(5)
  for (const [, promise, file, , cases] of promised) {
    const of = proved.filter(([, proof]) => `\`${proof}\`` === file)
    expect(
      of.every((row) => row[5] === 'passed'),
      promise,
    ).toBe(true)
    expect(Math.max(...of.map((row) => number(row[3]))), promise).toBeGreaterThanOrEqual(number(cases))
  }
})

test('SECURITY.md says which proofs `npm test` tries at each commit, by turns and never', () => {
  const byTurns = new Set(Array.from({ length: SHARES }, (_, turn) => restingProofs(String(turn))).flat())
  /** Everything in it depends on a condition, and there is one for the whole file that a sample does not meet. */
  const isNever = (source: string) =>
    /^const \w+ = effort\(\{ sample: false, full: true \}\)$/m.test(source) &&
    [...source.matchAll(/^(?:describe|test)\b(.*)/gm)].every(([, rest]) => /^\.(skip|run)If\(/.test(rest!))
  const promised = promisesOf(rootFile('SECURITY.md'))
  const said = promised.map(([, , file, when]) => [file, when])
  const tried = promised.map(([, , file = '']) => {
    const path = file.replaceAll('`', '')
    return [file, isNever(rootFile(path)) ? 'never' : byTurns.has(path) ? 'by turns' : 'at each commit']
  })
  expect(said).toEqual(tried)
  expect(new Set(tried.map(([, when]) => when)).size).toBe(3)
})
