// Grafana describes a dashboard in TypeScript. So the compiler checks the dashboard's JSON as if it were TypeScript.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Panel } from '@grafana/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder: string
beforeAll(async () => {
  // Inside the repository, so that packages are resolved.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'dashboard-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The modules with the options of each kind of panel, which the type of a dashboard does not describe. */
const optionsOf: Readonly<Record<string, string>> = {
  stat: 'composable/stat/panelcfg/x/StatPanelCfg_types.gen',
  timeseries: 'composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen',
}

// In JSON the values of an enumeration are plain text.
const plain = `
type Plain<T> = T extends string ? (string extends T ? T : \`\${T}\`) : T extends number | boolean | null | undefined ? T
  : T extends readonly (infer E)[] ? Plain<E>[] : T extends object ? { [K in keyof T]: Plain<T[K]> } : T
`

interface File {
  readonly panels: readonly Pick<Panel, 'type' | 'options'>[]
}

/** The compiler's errors for this dashboard. Empty if it fits Grafana's types. */
async function errorsOf(dashboard: File): Promise<string> {
  const kinds = [...new Set(dashboard.panels.map(({ type }) => type))]
  const lines = [
    `import type { Dashboard } from '@grafana/schema'`,
    ...kinds.map((kind) => `import type { Options as ${kind} } from '@grafana/schema/dist/esm/raw/${optionsOf[kind]}'`),
    plain,
    `export const dashboard: Plain<Dashboard> = ${JSON.stringify(dashboard)}`,
    ...dashboard.panels.map(
      ({ type, options }, at) => `export const options${at}: Plain<${type}> = ${JSON.stringify(options)}`,
    ),
  ]
  await writeFile(join(folder, 'dashboard.ts'), lines.join('\n'))
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    skipLibCheck: true,
    types: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['dashboard.ts'] }))
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = await promisify(execFile)(tsc, ['-p', folder, '--pretty', 'false']).catch(
    (error: { readonly stdout: string }) => error,
  )
  return stdout
}

const read = async () => JSON.parse(await readFile(join(root, 'packaging/monitoring/dashboard.json'), 'utf8')) as File

test('the dashboard is one as Grafana describes it', async () => {
  expect(await errorsOf(await read())).toBe('')
})

test('a wrong one is found', async () => {
  const dashboard = await read()
  const [first] = dashboard.panels
  expect(await errorsOf(Object.assign({ titel: 'Linjen' }, dashboard))).toContain(`'"titel"' does not exist in type`)
  expect(await errorsOf(Object.assign({}, dashboard, { graphTooltip: 'all' }))).toContain(
    `'DashboardCursorSync | undefined'`,
  )
  const options = { ...(first?.options as object), legend: 'below' }
  expect(await errorsOf({ ...dashboard, panels: [{ ...first!, options }] })).toContain(`'"legend"' does not exist`)
})
