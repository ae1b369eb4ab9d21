// The portal as installed for production: the sources with the packages that `npm ci --omit=dev` installs, and no others.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { buildLibraries } from '../build/build-libraries.ts'
import { bareEnvironment, runToEnd } from './test-process.ts'
import { testPayslipKey } from './test-template.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const minutes = 3 * 60_000
const binaries = postgresBinaries()

/** The folders of production packages that are installed on this platform. */
const installed = (): string[] => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  return Object.keys(packages).filter((path) => path !== '' && !packages[path]?.dev && existsSync(join(root, path)))
}

/** Bytes on the disk, in blocks. Packages inside a package are left out, because they are counted separately. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => join(folder, entry.name))
    .reduce((sum, path) => {
      const { blocks } = lstatSync(path)
      return sum + blocks * 512 + (lstatSync(path).isDirectory() ? sizeOf(path) : 0)
    }, 0)
}

let base: string
let child: ChildProcess | null = null
let folder: string
const filesOf = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'linjen-production-'))
  folder = join(base, 'installed')
  for (const part of ['app', 'areas', 'core', 'demo', 'identity', 'platform', 'variants', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const path of installed().filter((path) => path.split('node_modules/').length === 2)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(join(root, path), join(folder, path))
  }
})
afterAll(() => {
  child?.kill('SIGKILL')
  rmSync(base, { recursive: true, force: true })
})

const at = (path: string) => join(folder, path)
const production = () => ({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example.se',
  PAYSLIP_KEY: testPayslipKey,
  EMBEDDED_SIGN_IN: 'on',
  VARIANTS_DIR: at('variants'),
  DATA_DIR: join(base, 'data'),
  PORT: '0',
})

test('the packages take at most 90 MB beside the Node runtime', () => {
  const sizes = installed().map((path) => [path, sizeOf(join(root, path))] as const)
  const without = sizes.filter(([path]) => path !== 'node_modules/node' && !path.startsWith('node_modules/node-bin'))
  expect(without.length).toBeGreaterThan(100)
  const megabytes = without.reduce((sum, [, size]) => sum + size, 0) / 1024 / 1024
  expect(megabytes).toBeLessThan(90)
})

describe('npm start in production', () => {
  test('builds nothing and writes nothing beside the sources', { timeout: minutes }, async () => {
    const before = filesOf()
    const { code, output, lines } = await runToEnd([at('app/build/build-if-changed.ts')], { NODE_ENV: 'production' })
    expect({ code, output, lines }).toEqual({ code: 0, output: '', lines: [] })
    expect(filesOf()).toEqual(before)
  })

  test('says in one line that the embedded database is not installed', { timeout: minutes }, async () => {
    const settings = { ...production(), EMBEDDED_DATABASE: 'on' }
    const { code, lines } = await runToEnd([at('app/server/main.ts')], settings)
    expect([code, lines]).toEqual([
      1,
      ['Den inbyggda databasen följer inte med en installation för drift. Installera med npm ci, utan --omit=dev.'],
    ])
  })
})

describe.skipIf(binaries === null)('on a PostgreSQL server', () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
  }, minutes)
  afterAll(() => cluster?.remove())

  test('it is refused before the page is built', { timeout: 2 * minutes }, async () => {
    const settings = { ...production(), DATABASE_URL: await cluster.database('unbuilt') }
    const unbuilt = await runToEnd([at('app/server/main.ts')], settings)
    expect([unbuilt.code, unbuilt.lines]).toEqual([1, ['Portalen är inte byggd. Kör npm run build före starten.']])
    const migrated = await runToEnd([at('app/server/files.ts'), 'verify'], settings)
    expect([migrated.code, migrated.lines]).toEqual([1, ['Portalen är inte byggd. Kör npm run build före starten.']])
  })

  test(
    'the server and its commands need no other package, and write nothing here',
    { timeout: 2 * minutes },
    async () => {
      await buildLibraries(at('dist/server'))
      const before = filesOf()
      // Not production, which would require the built page.
      const { PUBLIC_URL: _none, ...rest } = production()
      const settings = {
        ...rest,
        NODE_ENV: 'test',
        DEMO: 'off',
        DATA_DIR: join(base, 'alone'),
        DATABASE_URL: await cluster.database('alone'),
      }
      const migrated = await runToEnd([at('app/server/migrate.ts')], settings)
      expect([migrated.code, migrated.output, migrated.lines]).toEqual([0, 'Databasen är uppdaterad.\n', []])
      const running = spawn(process.execPath, [at('app/server/main.ts')], {
        env: { ...bareEnvironment(), ...settings },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = running
      const exit = once(running, 'exit')
      let port: string | undefined
      for await (const line of createInterface({ input: running.stdout })) {
        port = /:(\d+)$/.exec(line)?.[1]
        if (port) break
      }
      // Its further output must be read, because otherwise the pipe would fill.
      running.stdout.resume()
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
      expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'ok' }])
      const rekey = await runToEnd([at('app/server/rekey.ts')], settings)
      expect([rekey.code, rekey.lines]).toEqual([0, []])
      running.kill('SIGTERM')
      await exit
      expect(filesOf()).toEqual(before)
    },
  )

  test('a PDF is made, and S3 is spoken, by the files of the build', { timeout: minutes }, async () => {
    await buildLibraries(at('dist/server'))
    const program = `
      const { pdfOf } = await import(${JSON.stringify(at('core/cases/server/pdf/page.ts'))})
      const pdf = await pdfOf({ title: 'Ärende', author: 'Norr', at: new Date(), footer: '' }, (paper) => paper.heading('Åtgärdat'))
      const demo = await import(${JSON.stringify(at('core/documents/server/demo/pdf.ts'))})
      await demo.pdfOf({ title: 'Lönebesked', author: 'Norr', dated: new Date() }, () => {})
      const { s3Place } = await import(${JSON.stringify(at('platform/server/blobs/place.ts'))})
      const access = { endpoint: null, region: 'eu-north-1', keys: { id: 'a', secret: 'b' }, encryption: null }
      const place = await s3Place(access, { name: 'linjen', prefix: '' })
      process.stdout.write(pdf.subarray(0, 8) + ' ' + place.name)`
    const made = await runToEnd(['--input-type=module', '--eval', program], {})
    expect(made).toMatchObject({ code: 0, output: '%PDF-1.7 s3://linjen', lines: [] })
  })
})
