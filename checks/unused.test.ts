// knip cannot report what its settings hide. So each kind of unused code is planted once in a small tree with the product's structure and
// settings.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-unused-'))
  // knip runs the configurations: Vite's and Vitest's define what the page and the tests are.
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const manifest = {
  name: 'planted',
  type: 'module',
  imports: { '#platform/*': './platform/*' },
  dependencies: { used: '1.0.0', vite: '1.0.0', vitest: '1.0.0' },
}

/** A main file, an area's door, its dependencies, a page and a test: everything is used. */
const sound: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify(manifest),
  'vitest.config.ts': "import 'vitest'\nexport default { test: { include: ['{app,areas}/**/*.test.ts'] } }\n",
  'vite.config.ts': "import 'vite'\nexport default { root: 'app/web' }\n",
  'app/web/index.html': '<script type="module" src="./main.tsx"></script>\n',
  'app/web/main.tsx': "import '../../platform/web/clock.ts'\n",
  'platform/web/clock.ts': 'export {}\n',
  'app/server/main.ts': "import { buses } from '../../areas/buses/server/index.ts'\nimport 'used'\nbuses()\n",
  'areas/buses/server/index.ts': "import { now } from '#platform/server/clock.ts'\nexport const buses = () => now()\n",
  'areas/buses/server/index.test.ts': "import { buses } from './index.ts'\nbuses()\n",
  'platform/server/clock.ts': 'export const now = () => 0\n',
}

/** What knip reports on a tree, as 'kind: name'. */
async function unused(tree: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [path, content] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const args = [join(root, 'node_modules/.bin/knip'), '--config', join(root, 'knip.jsonc'), '--reporter', 'json']
  const output = await new Promise<string>((resolve) => {
    // The exit code means that something was found; after a failure of the tool there is no JSON.
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout, stderr) => resolve(stdout || stderr))
  })
  const { issues } = JSON.parse(output) as { issues: Record<string, string | { name: string }[]>[] }
  return issues.flatMap((issue) =>
    Object.entries(issue).flatMap(([kind, found]) =>
      typeof found === 'string' ? [] : found.map(({ name }) => `${kind}: ${name}`),
    ),
  )
}

test('what is used is not reported', async () => {
  expect(await unused(sound)).toEqual([])
})

test('a file, an export, a type and a dependency that nothing uses are each reported', async () => {
  const planted = {
    ...sound,
    'package.json': JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, left: '1.0.0' } }),
    'areas/buses/web/Forgotten.tsx': 'export {}\n',
    'platform/web/Journey.tsx': 'export {}\n',
    'platform/server/clock.ts':
      'export const now = () => 0\nexport const then = () => now()\nexport interface Time {}\n',
  }
  expect((await unused(planted)).toSorted()).toEqual([
    'dependencies: left',
    'exports: then',
    'files: areas/buses/web/Forgotten.tsx',
    'files: platform/web/Journey.tsx',
    'types: Time',
  ])
})
