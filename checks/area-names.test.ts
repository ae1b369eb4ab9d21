// Platform and core know no area. .dependency-cruiser.js checks their imports; this test checks their texts.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The exceptions, each with its reason: file and name. */
const allowed: readonly (readonly [file: string, name: string, because: string])[] = [
  ['core/cases/web/Filters.tsx', 'search', 'HTML’s own type of a field'],
  ['core/documents/server/shelves/migrations.ts', 'crisis', 'a released migration never changes'],
  ['core/documents/server/shelves/migrations.ts', 'policy', 'a released migration never changes'],
  ['core/people/roles.ts', 'deviations', 'permissions are reviewed in one place'],
  ['core/people/roles.ts', 'suggestions', 'permissions are reviewed in one place'],
  [
    'core/vehicles/calls.ts',
    'fordonskontroll',
    'the specification’s address of the list that several areas choose from',
  ],
  ['core/vehicles/server/routes.ts', 'deviations', 'a permission of core/people/roles.ts'],
  ['platform/contract/links.ts', 'policy', 'a key of variant files, which companies have written'],
  ['platform/contract/links.ts', 'timeReport', 'a key of variant files, which companies have written'],
  [
    'platform/contract/profile.ts',
    'profile',
    'the specification’s address of the claims, asked for before any area is there',
  ],
  ['platform/contract/subject-claim.ts', 'login', 'a claim of sign-in providers, not a page'],
  ['platform/web/shell/SearchFrame.tsx', 'search', 'HTML’s own type of a field'],
  ['platform/web/ui/panes/ListTools.tsx', 'search', 'HTML’s own type of a field'],
  ['platform/web/updates/local-storage.ts', 'install', 'the platform’s own part of that name'],
  ['platform/web/who/session.ts', 'login', 'what is below the shell leads to the sign-in, and knows no doors'],
]

const camelCase = (name: string) => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** The areas' names, as in paths and in TypeScript, and the paths of their screens. */
function namesOfAreas(): Set<string> {
  const folders = globSync('areas/*', { cwd: root }).map((folder) => basename(folder))
  const doors = globSync('areas/*/{paths,web/index,web/paths}.ts', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )
  const paths = doors.flatMap((text) =>
    [...text.matchAll(/\b(?:path: |\w*[pP]ath = )'([^']+)'/g)].map(([, path = '']) => path),
  )
  return new Set([...folders, ...folders.map(camelCase), ...paths.map((path) => path.split(/[/?]/)[0]!)])
}

interface Node {
  readonly [key: string]: unknown
}

/** Every text and pattern in a source, except import paths and properties of types. */
function textsIn(source: string, tsx: boolean): string[] {
  const texts: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, source: from, value, cooked, pattern, ...rest } = node as Node
    if (type === 'ImportDeclaration' || (typeof type === 'string' && type.startsWith('Export') && from)) return
    if (type === 'TsIndexedAccessType') return
    if (type === 'StringLiteral' || type === 'JSXText') texts.push(String(value))
    if (type === 'TemplateElement') texts.push(String(cooked))
    if (type === 'RegExpLiteral') texts.push(`'${String(pattern)}'`)
    visit([value, ...Object.values(rest)])
  }
  visit(parseSync(source, { syntax: 'typescript', tsx }).body)
  return texts
}

/** The names in a text; in prose, only those in quotes or in a path. */
function namesIn(text: string, names: ReadonlySet<string>): string[] {
  const keys = /\s/.test(text) ? (text.match(/'[^']*'|"[^"]*"|\S*\/\S*/g) ?? []) : [text]
  return keys.flatMap((key) => key.match(/[\p{L}\d_-]+/gu) ?? []).filter((word) => names.has(word))
}

const found = (file: string, source: string, names: ReadonlySet<string>) =>
  textsIn(source, file.endsWith('.tsx')).flatMap((text) => namesIn(text, names).map((name) => `${file}: ${name}`))

test('platform and core name no area', () => {
  const names = namesOfAreas()
  expect(names).toContain('vehicleFaults')
  expect(names).toContain('nyavvikelse')
  expect(names).toContain('krishantering')
  const files = globSync('{platform,core}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|-fixture\.ts$|\/test-[^/]+\.ts$/.test(file),
  )
  expect(files.length).toBeGreaterThan(200)
  const hits = files.flatMap((file) => found(file, readFileSync(join(root, file), 'utf8'), names))
  expect([...new Set(hits)].toSorted()).toEqual(allowed.map(([file, name]) => `${file}: ${name}`).toSorted())
})

test.each([
  ["const to = '/dashboard/userinfo'", 'userinfo'],
  ['const to = <a href="/userinfo?more">Mina uppgifter</a>', 'userinfo'],
  ['const to = `/dashboard/userinfo/${id}`', 'userinfo'],
  ["const shelves = ['payslips'] as const", 'payslips'],
  ["type Place = 'main' | 'news'", 'news'],
  ['const key = /^linjen\\.(theme|crisis):/', 'crisis'],
  ["await sql`create table t (shelf text check (shelf in ('policy')))`", 'policy'],
  ["const feature = 'vehicleFaults'", 'vehicleFaults'],
])('%s is found', (source, name) =>
  expect(found('planted.tsx', source, namesOfAreas())).toEqual([`planted.tsx: ${name}`]),
)

test.each([
  "import { news } from '../news/index.ts'",
  "throw new Error('the sign-in provider has gone')",
  'const news = 1',
  "let place: Variant['news']",
])('%s is not', (source) => expect(found('sound.tsx', source, namesOfAreas())).toEqual([]))

test('the address of a page is built from its path, in one place', () => {
  const files = globSync('{platform,core,areas,app}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.|-fixture\.ts$|\/test-/.test(file) && file !== 'platform/contract/pages.ts',
  )
  const byHand = (source: string, tsx: boolean) => textsIn(source, tsx).filter((text) => text.startsWith('/dashboard'))
  expect(byHand('<Link to="/dashboard/schema">Schema</Link>', true)).toEqual(['/dashboard/schema'])
  expect(
    files.filter((file) => byHand(readFileSync(join(root, file), 'utf8'), file.endsWith('.tsx')).length > 0),
  ).toEqual([])
})

/** The name of each of the office's queues, as it is in addresses, in the path of the screen and in the audit. */
const queues = globSync('areas/*/cases.ts', { cwd: root }).map((file) => {
  const [, kind = ''] = /\bcaseCalls\('([^']+)'/.exec(readFileSync(join(root, file), 'utf8')) ?? []
  return { area: file.split(/[/\\]/)[1] ?? '', kind }
})

/** Whether a text names the queue: its name alone, in the audit's name of its cases, or in an address of the office. */
const namesQueue = (text: string, kind: string) =>
  text === kind || new RegExp(`\\bcase\\.${kind}\\b|/kontor/(arenden/)?${kind}(/|$)`).test(text)

const outsideOf = (area: string) =>
  globSync('{platform,core,app,identity,demo,areas}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.startsWith(`areas/${area}/`) && !/\.test\.tsx?$|-fixture\.tsx?$|\/test-[^/]+\.ts$/.test(file),
  )

/** The same word for something else: file and name. */
const otherMeanings: readonly string[] = [
  'app/web/first-calls.ts: avvikelser', // the employee's page
  'areas/assignments/server/tods/problems.ts: fel', // a severity
  'areas/deviations/server/demo/account.ts: forslag', // a field of the report
  'areas/deviations/web/forms/work.ts: forslag', // a field of the report
]

test('a queue of the office is named in the list of areas, and nowhere else outside its own', () => {
  expect(queues.map(({ kind }) => kind).toSorted()).toEqual([
    'avvikelser',
    'fel',
    'forslag',
    'kommentarer',
    'tidrapporter',
  ])
  expect(namesQueue('case.fel', 'fel')).toBe(true)
  expect(namesQueue('/api/kontor/arenden/fel/lista', 'fel')).toBe(true)
  const texts = new Map<string, string[]>()
  const textsOf = (file: string) => {
    const read = texts.get(file) ?? textsIn(readFileSync(join(root, file), 'utf8'), file.endsWith('.tsx'))
    texts.set(file, read)
    return read
  }
  const named = queues.flatMap(({ area, kind }) =>
    outsideOf(area)
      .filter((file) => textsOf(file).some((text) => namesQueue(text, kind)))
      .map((file) => `${file}: ${kind}`),
  )
  expect(named.toSorted()).toEqual(otherMeanings)
})

test.each(queues)('the queue of $area is four files, and reached by the office through one of them', ({ area }) => {
  const own = globSync(
    `areas/${area}/{cases.ts,server/queue.ts,web/office.ts,server/migrations/*{-cases,-comments}.ts}`,
    {
      cwd: root,
    },
  )
  expect(own).toHaveLength(4)
  const from = new RegExp(`/areas/${area}/(cases|server/queue|web/office)\\.ts'`)
  const importers = outsideOf(area).filter((file) => from.test(readFileSync(join(root, file), 'utf8')))
  expect(importers).toEqual(['app/web/office-areas.ts'])
})
