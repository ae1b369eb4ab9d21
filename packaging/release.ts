// Run by `npm run release -- minor`: npm sets the version in the package files, then runs this, and then commits and tags. It gives the
// version and today's date to the unreleased entries of CHANGELOG.md, and the version to the steps in docs/upgrading.md and to the chart.
// With --check, which npm runs before it changes anything, it only checks that there is something to release.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parser } from 'keep-a-changelog'
import { parseDocument } from 'yaml'

const changelog = parser(readFileSync('CHANGELOG.md', 'utf8'))
const unreleased = changelog.findRelease()
if (!unreleased || unreleased.isEmpty()) {
  process.stderr.write('Nothing is written under Unreleased in CHANGELOG.md: there is nothing to release.\n')
  process.exit(1)
}
const upgrading = readFileSync('docs/upgrading.md', 'utf8')
const next = '## To the next version'
if (!upgrading.includes(`\n${next}\n`)) {
  process.stderr.write(`docs/upgrading.md has no heading ${next}.\n`)
  process.exit(1)
}
if (!process.argv.includes('--check')) {
  const version = process.env.npm_package_version ?? ''
  unreleased.setVersion(version)
  unreleased.setDate(new Date())
  writeFileSync('CHANGELOG.md', `${changelog.toString().trimEnd()}\n`)

  // A version without upgrade steps gets no heading.
  const notes = new RegExp(`^${next}\n\n(?!## |$)`, 'm')
  writeFileSync('docs/upgrading.md', upgrading.replace(notes, `${next}\n\n## To ${version}\n\n`))

  const chart = parseDocument(readFileSync('packaging/chart/Chart.yaml', 'utf8'))
  chart.set('version', version)
  chart.set('appVersion', version)
  writeFileSync('packaging/chart/Chart.yaml', chart.toString())

  execFileSync('git', ['add', 'CHANGELOG.md', 'docs/upgrading.md', 'packaging/chart/Chart.yaml'])
}
