// A rule that matches nothing protects nothing: for each, a violation is planted in a small tree with the product's structure.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderRings } from './folder-rings.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Cruise {
  readonly modules: readonly { source: string; dependencies: readonly { module: string; resolved: string }[] }[]
  readonly summary: {
    readonly violations: readonly {
      from: string
      to: string
      rule: { name: string }
      cycle?: readonly { name: string }[]
    }[]
    readonly ruleSetUsed: { readonly forbidden: readonly { name: string; to: { path?: string } }[] }
  }
}

const webFloors = ['page', 'ui', 'who', 'wire', 'phone', 'calls', 'install', 'updates', 'shell', 'office']
const serverFloors = ['files', 'db', 'blobs', 'http']

/** Files with their imports: two areas, both sides, and everything around them; every import is allowed. */
const sound: Readonly<Record<string, readonly string[]>> = {
  'platform/contract/dates.ts': ['zod/mini'],
  'platform/web/wire/client.ts': ['#platform/contract/dates.ts', 'react'],
  ...Object.fromEntries(
    webFloors.map((floor, at) => [`platform/web/${floor}/part.ts`, at > 0 ? [`../${webFloors[at - 1]}/part.ts`] : []]),
  ),
  ...Object.fromEntries(
    serverFloors.map((floor, at) => [
      `platform/server/${floor}/part.ts`,
      at > 0 ? [`../${serverFloors[at - 1]}/part.ts`, '../errors.ts'] : [],
    ]),
  ),
  'platform/server/errors.ts': ['#platform/contract/dates.ts', 'fastify', 'node:fs'],
  'core/people/server/store.ts': ['#platform/server/errors.ts', '#platform/contract/dates.ts'],
  'core/documents/server/store.ts': ['../../people/server/store.ts'],
  'core/documents/server/routes.ts': ['./store.ts', '../calls.ts', '../contract.ts'],
  'core/documents/server/demo/paper.ts': ['../store.ts', 'kysely'],
  'core/documents/contract.ts': ['zod/mini', '#platform/contract/dates.ts'],
  'core/documents/calls.ts': ['./contract.ts'],
  'core/documents/web/Table.tsx': ['react', '#platform/web/wire/client.ts', '../calls.ts'],
  'areas/buses/calls.ts': ['#platform/contract/dates.ts'],
  'areas/buses/contract.ts': ['zod/mini', './calls.ts', '#core/documents/contract.ts'],
  'areas/buses/web/index.ts': ['./Screen.tsx', '../calls.ts', './list/Lines.tsx'],
  'areas/buses/web/list/Lines.tsx': ['../words.ts'],
  'areas/buses/web/words.ts': [],
  'areas/buses/web/kept.ts': ['../calls.ts', '../contract.ts'],
  'areas/buses/web/Screen.tsx': [
    'react',
    '#core/documents/web/Table.tsx',
    '#core/documents/calls.ts',
    '../contract.ts',
    '#platform/web/wire/client.ts',
  ],
  'areas/buses/server/index.ts': ['./store.ts', './demo.ts', '../contract.ts', '#platform/server/errors.ts'],
  'areas/buses/server/demo.ts': ['#core/documents/server/demo/paper.ts'],
  'areas/buses/server/store.ts': [
    '#core/people/server/store.ts',
    '#core/documents/contract.ts',
    'kysely',
    'node:crypto',
  ],
  'areas/buses/server/store.test.ts': ['../../../app/server/build.ts', 'devtool', './store.ts'],
  'areas/trams/contract.ts': [],
  'areas/trams/web/index.ts': [],
  'areas/trams/web/Screen.tsx': [],
  'areas/trams/server/index.ts': [],
  'areas/trams/server/store.ts': [],
  'identity/index.ts': ['#platform/server/errors.ts', 'oidc-provider'],
  'demo/load.ts': ['#core/people/server/store.ts', '#platform/server/errors.ts', '#platform/contract/dates.ts'],
  'app/web/areas.ts': ['../../areas/buses/web/index.ts', '../../areas/trams/web/index.ts'],
  'app/server/areas.ts': ['../../areas/buses/server/index.ts', '../../areas/trams/server/index.ts'],
  'app/web/main.tsx': [
    './areas.ts',
    '../../areas/buses/web/index.ts',
    '../../areas/buses/calls.ts',
    '#platform/web/wire/client.ts',
  ],
  'app/web/kept-answers.ts': ['../../areas/buses/web/kept.ts'],
  'app/server/build.ts': [
    './areas.ts',
    '../../areas/buses/server/index.ts',
    '../../demo/load.ts',
    './backup/make.ts',
    'fastify',
  ],
  'app/server/start.ts': ['./build.ts', '../../identity/index.ts'],
  'app/server/backup/make.ts': ['../areas.ts'],
  'app/server/test-portal.ts': ['./build.ts', 'devtool'],
  'app/server/vite-page.ts': ['../build/page-paths.ts', 'devtool'],
  'app/build/page-paths.ts': ['devtool'],
  'app/web/built.ts': ['devtool'],
  'e2e/day.spec.ts': ['../app/server/build.ts', '../areas/buses/server/store.ts', 'devtool'],
}

/** A rule, the file that breaks it, and the import that breaks it. */
const planted: readonly (readonly [rule: string, file: string, imports: string])[] = [
  ['areas-apart', 'areas/trams/server/a.ts', '../../buses/server/index.ts'],
  ['areas-apart', 'areas/trams/web/a.ts', '../../buses/calls.ts'],
  ['areas-apart', 'areas/trams/rules.ts', '../buses/contract.ts'],
  ['area-contract-is-pure', 'areas/trams/a.ts', './server/store.ts'],
  ['area-contract-is-pure', 'areas/trams/calls.ts', './web/Screen.tsx'],
  ['area-contract-is-pure', 'areas/trams/contract/b.ts', 'react'],
  ['area-contract-is-pure', 'areas/trams/contract/c.ts', '#platform/web/wire/client.ts'],
  ['area-web-knows-web', 'areas/trams/web/b.ts', '../server/store.ts'],
  ['area-web-knows-web', 'areas/trams/web/c.tsx', '#platform/server/errors.ts'],
  ['area-web-knows-web', 'areas/trams/web/inner/d.tsx', '../../../../app/web/main.tsx'],
  ['area-server-knows-server', 'areas/trams/server/b.ts', '../web/Screen.tsx'],
  ['area-server-knows-server', 'areas/trams/server/c.ts', '#platform/web/wire/client.ts'],
  ['area-server-knows-server', 'areas/trams/server/inner/d.ts', '../../../../demo/load.ts'],
  ['core-apart', 'core/people/server/a.ts', '../../documents/server/store.ts'],
  ['core-apart', 'core/vehicles/server/a.ts', '../../documents/server/routes.ts'],
  ['core-contract-is-pure', 'core/documents/a.ts', './server/store.ts'],
  ['core-contract-is-pure', 'core/documents/rules.ts', './web/Table.tsx'],
  ['core-contract-is-pure', 'core/documents/b.ts', 'react'],
  ['core-apart', 'core/people/contract.ts', '../documents/contract.ts'],
  ['core-web-knows-web', 'core/documents/web/a.ts', '../server/store.ts'],
  ['core-web-knows-web', 'core/documents/web/b.ts', '../../../areas/buses/calls.ts'],
  ['core-server-knows-server', 'core/documents/server/a.ts', '../web/Table.tsx'],
  ['core-server-knows-server', 'core/documents/server/b.ts', '../../../areas/buses/server/index.ts'],
  ['platform-contract-is-pure', 'platform/contract/a.ts', '../server/errors.ts'],
  ['platform-contract-is-pure', 'platform/contract/c.ts', '#core/documents/contract.ts'],
  ['platform-web-knows-web', 'platform/web/wire/a.ts', '#platform/server/errors.ts'],
  ['platform-web-knows-web', 'platform/web/wire/b.ts', '../../../areas/buses/calls.ts'],
  ['platform-web-knows-web', 'platform/web/wire/core.ts', '#core/documents/calls.ts'],
  ['web-floors-are-known', 'platform/web/d.ts', './wire/client.ts'],
  ...webFloors
    .slice(0, -1)
    .map(
      (floor, at) => [`web-floor-${floor}`, `platform/web/${floor}/up.ts`, `../${webFloors[at + 1]}/part.ts`] as const,
    ),
  ['platform-server-knows-server', 'platform/server/core.ts', '#core/people/server/store.ts'],
  ['platform-server-knows-server', 'platform/server/a.ts', '#platform/web/wire/client.ts'],
  ['platform-server-knows-server', 'platform/server/b.ts', '../../areas/buses/server/index.ts'],
  ['identity-knows-platform', 'identity/a.ts', '../areas/buses/server/index.ts'],
  ['identity-knows-platform', 'identity/b.ts', '../demo/load.ts'],
  ['demo-knows-platform', 'demo/a.ts', '../areas/buses/server/index.ts'],
  ['demo-knows-platform', 'demo/b.ts', '#platform/web/wire/client.ts'],
  ['demo-is-aside', 'areas/trams/server/demand.ts', '#core/documents/server/demo/paper.ts'],
  ['demo-is-aside', 'areas/buses/server/routes.ts', './demo.ts'],
  ['app-through-doors', 'app/server/a.ts', '../../areas/buses/server/store.ts'],
  ['app-through-doors', 'app/web/a.ts', '../../areas/buses/web/Screen.tsx'],
  ['app-through-doors', 'app/web/b.ts', '../../areas/buses/contract.ts'],
  ['app-web-knows-web', 'app/web/c.ts', '../server/build.ts'],
  ['app-web-knows-web', 'app/web/core.ts', '#core/people/server/store.ts'],
  ['app-web-knows-web', 'app/web/d.ts', '../../areas/buses/server/index.ts'],
  ['app-web-knows-web', 'app/web/e.ts', '#platform/server/errors.ts'],
  ['app-server-knows-server', 'app/server/b.ts', '../web/main.tsx'],
  ['app-server-knows-server', 'app/server/core.ts', '#core/documents/web/Table.tsx'],
  ['app-server-knows-server', 'app/server/c.ts', '../../areas/buses/web/index.ts'],
  ['app-web-lists-areas', 'areas/ferries/web/index.ts', 'react'],
  ['app-server-lists-areas', 'areas/ferries/server/index.ts', 'kysely'],
  ['only-the-portal-signs-in', 'app/server/j.ts', '../../identity/index.ts'],
  ['app-is-the-top', 'identity/c.ts', '../app/server/build.ts'],
  ['app-is-the-top', 'areas/trams/server/d.ts', '../../../app/server/build.ts'],
  ['no-node-in-the-browser', 'areas/trams/web/d.ts', 'node:fs'],
  ['no-node-in-the-browser', 'platform/contract/b.ts', 'crypto'],
  ['no-node-in-the-browser', 'core/documents/c.ts', 'crypto'],
  ['no-server-library-in-the-browser', 'platform/web/wire/c.ts', 'kysely'],
  ['no-web-library-on-the-server', 'areas/trams/server/e.ts', 'react'],
  ['no-web-library-on-the-server', 'core/documents/d.ts', 'react'],
  ['tests-may-build-the-whole-app', 'areas/trams/server/store.test.ts', '../../buses/server/store.ts'],
  ['tests-stay-outside', 'app/server/d.ts', './test-portal.ts'],
  ['tests-stay-outside', 'areas/trams/server/f.ts', './store.test.ts'],
  ['server-ground', 'platform/server/ground.ts', './http/part.ts'],
  ...serverFloors
    .slice(0, -1)
    .map(
      (floor, at) =>
        [`server-floor-${floor}`, `platform/server/${floor}/up.ts`, `../${serverFloors[at + 1]}/part.ts`] as const,
    ),
  ['no-cycles', 'platform/server/ring-a.ts', './ring-b.ts'],
  ['no-cycles', 'platform/server/ring-b.ts', './ring-a.ts'],
  ['resolves', 'platform/server/c.ts', '#platform/server/absent.ts'],
  ['no-development-libraries', 'app/server/e.ts', 'devtool'],
  ['no-development-libraries', 'areas/trams/server/g.ts', 'devtool'],
  ['no-development-libraries', 'platform/contract/d.ts', 'devtool'],
  ['building-stays-outside', 'app/server/g.ts', './vite-page.ts'],
  ['building-stays-outside', 'app/server/h.ts', '../build/page-paths.ts'],
  ['listed-libraries', 'app/server/f.ts', 'unlisted'],
  ['listed-libraries', 'app/web/f.ts', 'unlisted'],
]

/** The same with dynamic imports. */
const plantedDynamic: typeof planted = [
  ['development-libraries-by-name', 'app/server/i.ts', 'devtool'],
  ['development-libraries-by-name', 'core/documents/server/d.ts', 'devtool'],
]

/** Files whose folders import one another, although no two files do: each with its import. */
const plantedRings: Readonly<Record<string, string>> = {
  // A folder and its subfolder, in each part of the product.
  'areas/trams/web/Lines.tsx': './rows/lines.ts',
  'areas/trams/web/rows/texts.ts': '../Screen.tsx',
  'app/server/open.ts': './files/compare.ts',
  'app/server/files/copy.ts': '../build.ts',
  'core/vehicles/server/ring.ts': './shelves/one.ts',
  'core/vehicles/server/shelves/two.ts': '../store.ts',
  'demo/ring.ts': './lines/one.ts',
  'demo/lines/two.ts': '../load.ts',
  'identity/ring.ts': './pages/one.ts',
  'identity/pages/two.ts': '../index.ts',
  'platform/web/wire/ring.ts': './inner/one.ts',
  'platform/web/wire/inner/two.ts': '../client.ts',
  // A ring of three folders, and a file that imports a door.
  'platform/server/http/one/a.ts': '../two/a.ts',
  'platform/server/http/two/b.ts': '../three/a.ts',
  'platform/server/http/three/b.ts': '../one/b.ts',
  'areas/buses/web/list/door.ts': '../index.ts',
}

const dependencies = ['fastify', 'kysely', 'oidc-provider', 'zod']
const devDependencies = ['devtool', 'react']
const installed = [...dependencies, ...devDependencies, 'unlisted']
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-imports-'))
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const manifest = {
    type: 'module',
    imports: { '#core/*': './core/*', '#platform/*': './platform/*' },
    dependencies: Object.fromEntries(dependencies.map((name) => [name, '1.0.0'])),
    devDependencies: Object.fromEntries(devDependencies.map((name) => [name, '1.0.0'])),
  }
  for (const name of installed) {
    const exports = { '.': './index.js', './mini': './index.js' }
    await write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', type: 'module', exports }),
    )
    await write(`node_modules/${name}/index.js`, 'export {}')
  }
  const source = (imports: readonly string[]) => imports.map((name) => `import '${name}'\n`).join('') + 'export {}\n'
  for (const [path, imports] of Object.entries(sound)) await write(`sound/${path}`, source(imports))
  for (const [path, imports] of Object.entries(sound)) await write(`planted/${path}`, source(imports))
  for (const [, path, imports] of planted) await write(`planted/${path}`, source([imports]))
  for (const [, path, imports] of plantedDynamic)
    await write(`planted/${path}`, `export default import('${imports}')\n`)
  for (const [path, imports] of Object.entries(plantedRings)) {
    await write(`planted/${path}`, source([imports]))
    const target = join('planted', dirname(path), imports)
    if (!(join(dirname(path), imports) in sound)) await write(target, source([]))
  }
  for (const tree of ['sound', 'planted']) await write(`${tree}/package.json`, JSON.stringify(manifest))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function cruise(cwd: string, folders: readonly string[]): Promise<Cruise> {
  const tool = join(root, 'node_modules/.bin/depcruise')
  const args = [tool, '--config', join(root, '.dependency-cruiser.js'), '--output-type', 'json', ...folders]
  return new Promise((resolve, reject) => {
    // The exit code is the number of violations; after a failure of the tool there is no JSON.
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout) as Cruise)
      } catch {
        reject(new Error(stderr))
      }
    })
  })
}

const rings = ({ modules, summary }: Cruise) => {
  const tests = summary.ruleSetUsed.forbidden.find(({ name }) => name === 'tests-stay-outside')?.to.path
  return folderRings(modules, new RegExp(tests!))
}

const treeFolders = ['app', 'areas', 'core', 'demo', 'e2e', 'identity', 'platform']

test('allowed imports are accepted', async () => {
  const { modules, summary } = await cruise(join(folder, 'sound'), treeFolders)
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([])
  expect(rings({ modules, summary })).toEqual([])
})

test('every rule sees the violation planted for it', async () => {
  const planting = await cruise(join(folder, 'planted'), treeFolders)
  const { summary } = planting
  // A cycle is reported once, from one of its files.
  const seen = new Set(
    summary.violations.flatMap(({ rule, from, cycle = [] }) =>
      [from, ...cycle.map(({ name }) => name)].map((file) => `${rule.name}: ${file}`),
    ),
  )
  const all = [...planted, ...plantedDynamic]
  expect(all.map(([rule, file]) => `${rule}: ${file}`).filter((line) => !seen.has(line))).toEqual([])
  const rules = summary.ruleSetUsed.forbidden.map(({ name }) => name)
  expect([...new Set(all.map(([rule]) => rule))].toSorted()).toEqual(rules.toSorted())
  const arrows = Object.entries(plantedRings).map(([path, to]) => `${path} -> ${join(dirname(path), to)}`)
  const found = rings(planting)
  expect(arrows.filter((arrow) => !found.includes(arrow))).toEqual([])
})

test('they check the product itself, with #platform resolved', async () => {
  const product = await cruise(root, ['app', 'areas', 'core', 'demo', 'identity', 'platform'])
  const { modules } = product
  const config = modules.find(({ source }) => source === 'app/server/config.ts')?.dependencies
  expect(config?.find(({ module }) => module === '#platform/server/config.ts')?.resolved).toBe(
    'platform/server/config.ts',
  )
  const areas = new Set(modules.map(({ source }) => /^areas\/([^/]+)\/server\//.exec(source)?.[1]))
  expect(areas.size).toBeGreaterThan(4)
  // No two folders import one another.
  expect(rings(product)).toEqual([])
})
