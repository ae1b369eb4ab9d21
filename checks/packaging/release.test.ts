// A release, really made, in a repository of its own; and the promises of SECURITY.md against the results of the proofs.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const rootFile = (path: string) => readFileSync(join(root, path), 'utf8')

let folder: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linjen-release-'))
  mkdirSync(join(folder, 'packaging/chart'), { recursive: true })
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

function release(changelog: string) {
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  git('init', '--quiet')
  git('config', 'user.name', 'Linjen')
  git('config', 'user.email', 'linjen@example.se')
  git('add', '.')
  git('commit', '--quiet', '--message', 'before')
  return spawnSync('npm', ['run', '--silent', 'release', '--', 'minor'], { cwd: folder, encoding: 'utf8' })
}

test('a release is a version, its day in the changelog, the chart’s version, a commit and a tag', () => {
  const { status, stderr } = release('# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Something that is noticed\n')
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

test('SECURITY.md promises what the proofs have tried', () => {
  const rowsOf = (text: string) => text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const number = (text = '') => Number(text.replaceAll(',', ''))
  const proved = rowsOf(rootFile('prove/results.md')).filter(([, file]) => file?.endsWith('.proof.test.ts'))
  const promised = rowsOf(rootFile('SECURITY.md')).filter(([, , file]) => file?.endsWith('.proof.test.ts`'))
  expect(promised.length).toBeGreaterThan(5)
  for (const [, promise, file, cases] of promised) {
    const of = proved.filter(([, proof]) => `\`${proof}\`` === file)
    expect(
      of.every((row) => row[5] === 'passed'),
      promise,
    ).toBe(true)
    expect(Math.max(...of.map((row) => number(row[3]))), promise).toBeGreaterThanOrEqual(number(cases))
  }
})
