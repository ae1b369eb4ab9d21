// Compares the documents with the product: links, alert rules, settings, connections.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { forLongWork, forRequests } from '#platform/server/db/postgres.ts'
import { Settings } from '#platform/server/settings.ts'
import { doors } from '../app/server/areas.ts'
import { rehearsal, sourcesPlaceholder } from './rehearsal.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).toSorted()
const withoutCode = (text: string) =>
  text.replaceAll(/^( *)```.*?^\1```/gms, '').replaceAll(/`[^`\n]*`/g, (code) => '\0'.repeat(code.length))

/** The anchors of a document, as GitHub names them. */
function anchorsOf(file: string): string[] {
  const headings = read(file)
    .replaceAll(/^( *)```.*?^\1```/gms, '')
    .matchAll(/^#{1,6} (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

const linksOf = (file: string) =>
  [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)]
    .map(([, link, image]) => link ?? image ?? '')
    .filter((link) => !/^https?:/.test(link))

test.each(documents)('every link of %s leads somewhere', (file) => {
  const astray = linksOf(file).filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? file : relative(root, resolve(root, dirname(file), path))
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
  })
  expect(astray).toEqual([])
})

test('every reference can be reached from docs/operating.md', () => {
  const linked = linksOf('docs/operating.md').map((link) => `docs/${link.split('#')[0]}`)
  const references = documents.filter((file) => file.startsWith('docs/reference-'))
  expect(references.length).toBeGreaterThan(0)
  expect(linked).toEqual(expect.arrayContaining(references))
})

test('each alert rule has its paragraph in docs/operating.md, and no other has', () => {
  const { groups } = parse(read('packaging/monitoring/alerts.yml')) as {
    groups: { rules: { alert: string; labels: { severity: string } }[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  const alarms = /^## Alarms\n(.+?)^## /ms.exec(read('docs/operating.md'))?.[1] ?? ''
  const listed = [...alarms.matchAll(/^\*\*(\p{L}+)\*\*( \(page\))?: ([^\n]+)/gmu)]
  expect(listed.map(([, name, page]) => [name, page ? 'page' : 'ticket'])).toEqual(
    rules.map(({ alert, labels }) => [alert, labels.severity]),
  )
})

test('the table of settings names each setting, and no other', () => {
  const table = /^## Settings\n(.+?)^## /ms.exec(read('docs/reference-settings.md'))?.[1] ?? ''
  const listed = [...table.matchAll(/^\| `([A-Z0-9_]+)` /gm)].map(([, name = '']) => name)
  const ofAreas = doors.flatMap((door) => Object.keys(door.settings?.shape ?? {}))
  expect(listed.toSorted()).toEqual([...Object.keys(Settings.shape), ...ofAreas].toSorted())
})

test('docs/operating.md counts the connections that a process takes', () => {
  const guide = read('docs/operating.md')
  // The probe has a separate connection, and for a second two (platform/server/db/probe.ts).
  const each = forRequests.connections + forLongWork.connections + 2
  expect(guide).toContain(
    `${each} connections to PostgreSQL: ${forRequests.connections} for requests, ${forLongWork.connections} for imports and jobs, 1 for probes, and 1 for a second`,
  )
  expect(guide).toContain(`A command that runs beside it takes ${forLongWork.connections},`)
  const ofCommand = forLongWork.connections + 1
  const section = /^### Connections\n(.+?)^## /ms.exec(guide)?.[1] ?? ''
  const rows = [...section.matchAll(/^\| +(\d+) \| +(\d+) \| +(\d+) \|$/gm)].map((row) => row.slice(1).map(Number))
  expect(rows.length).toBeGreaterThan(2)
  for (const [processes = 0, command, most] of rows) {
    expect([command, most]).toEqual([ofCommand, processes * each + ofCommand + 3])
  }
  expect(guide).toContain("PostgreSQL's own 100 is enough for six.")
  expect(Math.floor((100 - 3 - ofCommand) / each)).toBe(6)
  expect(read('docs/reference-settings.md')).toContain(`A process takes up to ${each} connections`)
})

test('the rehearsal is at most thirty commands, each a line that a shell understands', () => {
  const commands = rehearsal()
  expect(commands.length).toBeGreaterThan(10)
  expect(commands.length).toBeLessThanOrEqual(30)
  const { status, stderr } = spawnSync('bash', ['-n'], {
    input: commands.join('\n').replace(sourcesPlaceholder, 'sources'),
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})

test('every decision that the sources or documents cite is there', () => {
  const numbers = new Set(globSync('docs/decisions/*.md', { cwd: root }).map((file) => basename(file).slice(0, 4)))
  const files = globSync(
    '{app,areas,bench,checks,core,demo,e2e,identity,packaging,platform,prove}/**/*.{ts,tsx,css,yaml}',
    {
      cwd: root,
      exclude: (name) => name === 'node_modules',
    },
  )
  const cited = files.flatMap((file) =>
    [...read(file).matchAll(/decisions\/(\d{4})/g)].map(([, number = '']) => ({ file, number })),
  )
  expect(cited.length).toBeGreaterThan(30)
  expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([])
})
