// What an operator sees at the start. Each test runs the real program in a separate process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, cp, open, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#platform/server/test-port.ts'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { bareEnvironment, portalProcess, runToEnd, type Process } from './test-process.ts'
import { testPayslipKey } from './test-template.ts'

const main = ['app/server/main.ts']
const otherKey = Buffer.alloc(32, 'other').toString('base64')
const minutes = 3 * 60_000
const binaries = postgresBinaries()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Variants of an installation of one company, derived from the demo's. */
async function variantsDir(name: string, signIn: object): Promise<string> {
  const dir = join(folder, name)
  await mkdir(join(dir, 'norr'), { recursive: true })
  const norr = JSON.parse(await readFile('variants/norr/variant.json', 'utf8')) as object
  const variant = { ...norr, default: true, signIn }
  await writeFile(join(dir, 'norr', 'variant.json'), JSON.stringify(variant))
  await cp('variants/norr/logo.svg', join(dir, 'norr', 'logo.svg'))
  return dir
}

const production = (): Record<string, string> => ({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example.se',
  PAYSLIP_KEY: testPayslipKey,
  VARIANTS_DIR: folder,
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: 'postgres://linjen:hemligt@127.0.0.1:1/linjen',
})

/** The only line of a start or command that was refused. */
async function refusal(command: readonly string[], settings: Record<string, string>): Promise<string> {
  const { code, output, lines } = await runToEnd(command, settings)
  expect({ code, output, lines }).toEqual({ code: 1, output: '', lines: [expect.any(String)] })
  expect(lines[0]).not.toMatch(/hemligt|    at /)
  return lines[0] as string
}

describe('one line, and no start', () => {
  test('for missing settings', { timeout: minutes }, async () => {
    expect(await refusal(main, { HOST: '0.0.0.0' })).toMatch(/NODE_ENV saknas, men HOST=0\.0\.0\.0/)
    const { DATABASE_URL: _none, ...rest } = production()
    expect(await refusal(main, rest)).toMatch(/DATABASE_URL saknas/)
  })

  test('for companies that nobody can sign in to', { timeout: minutes }, async () => {
    const VARIANTS_DIR = await variantsDir('no-authority', { authority: null, clientId: 'linjen' })
    expect(await refusal(main, { ...production(), VARIANTS_DIR })).toMatch(
      /^VARIANTS_DIR=\S+ \(ingen variant har signIn\.authority, så ingen kan logga in; EMBEDDED_SIGN_IN=on/,
    )
  })

  test('for a data folder that cannot be written', { timeout: minutes }, async () => {
    await writeFile(join(folder, 'file'), '')
    const DATA_DIR = join(folder, 'file', 'data')
    expect(await refusal(main, { DATA_DIR })).toMatch(/^DATA_DIR=\S+ \(mappen går inte att skriva i: ENOTDIR\)$/)
  })

  test('for a migration of nothing', { timeout: minutes }, async () => {
    const { DATABASE_URL: _none, ...rest } = production()
    expect(await refusal(['app/server/migrate.ts'], rest)).toMatch(/DATABASE_URL saknas/)
  })

  test('for an import that would create its own database', { timeout: minutes }, async () => {
    const { DATABASE_URL: _none, ...rest } = production()
    const command = ['app/server/import.ts', 'people', 'personal.csv', '--company', 'norr']
    expect(await refusal(command, rest)).toMatch(/DATABASE_URL saknas/)
  })
})

test('an import says what it does not understand in Swedish', { timeout: 2 * minutes }, async () => {
  const run = (...args: string[]) => runToEnd(['app/server/import.ts', ...args], { DATA_DIR: join(folder, 'file') })
  const { code, lines } = await run('people', 'personal.csv', '--company', 'norr', '--dryrun', '--feed')
  expect([code, lines.slice(0, -1)]).toEqual([1, ['Okänt val: --dryrun', 'Okänt val: --feed']])
  expect(lines.at(-1)).toMatch(/^Användning: npm run import -- people <csv> --company /)
  const { lines: valueless } = await run('tods', 'feed.zip', '--company')
  expect(valueless[0]).toBe('--company saknar sitt värde.')
})

// An irreversible command must not run with a misspelt option, or an option of another command.
test.each([
  ['erase', '31104', '--company', 'norr', '--dry-run'],
  ['restore', '--dry-run', 'kopia'],
  ['migrate', '--dry-run'],
])('%s does nothing with an option that it does not have', { timeout: minutes }, async (program, ...args) => {
  const settings = { DATA_DIR: join(folder, 'untouched') }
  const { code, output, lines } = await runToEnd([`app/server/${program}.ts`, ...args], settings)
  expect([code, output]).toEqual([1, ''])
  expect(lines[0]).toMatch(/^Okänt val: --/)
  expect(lines[1]).toMatch(new RegExp(`^Användning: npm run ${program}\\b`))
  await expect(access(settings.DATA_DIR)).rejects.toThrow('ENOENT')
})

test('a portal whose output nobody reads any more goes on', { timeout: 2 * minutes }, async () => {
  const port = await freePort()
  const settings = { NODE_ENV: 'test', DEMO: 'off', DATA_DIR: join(folder, 'unread'), PORT: String(port) }
  const child = spawn(process.execPath, main, { env: { ...bareEnvironment(), ...settings } })
  const ended = once(child, 'exit')
  child.stdout.destroy()
  child.stderr.destroy()
  // This request is logged, so that the portal writes output. A successful probe is not logged.
  const answers = () => fetch(`http://127.0.0.1:${port}/api/openapi.json`).then(({ status }) => status, String)
  await Promise.race([ended, expect.poll(answers, { timeout: minutes }).toBe(200)])
  expect([child.exitCode, await answers(), await answers()]).toEqual([null, 200, 200])
  child.kill()
  expect(await ended).toEqual([0, null])
})

test(
  'a portal whose log has no room on its disk goes on, and ends when it is stopped',
  { timeout: 2 * minutes },
  async () => {
    const port = await freePort()
    const settings = { NODE_ENV: 'test', DEMO: 'off', DATA_DIR: join(folder, 'unlogged'), PORT: String(port) }
    const log = await open('/dev/full', 'w')
    const child = spawn(process.execPath, main, {
      env: { ...bareEnvironment(), ...settings, LOG_LEVEL: 'info' },
      stdio: ['ignore', log.fd, log.fd],
    })
    const ended = once(child, 'exit')
    const answers = () => fetch(`http://127.0.0.1:${port}/api/openapi.json`).then(({ status }) => status, String)
    await Promise.race([ended, expect.poll(answers, { timeout: minutes }).toBe(200)])
    expect([child.exitCode, await answers(), await answers()]).toEqual([null, 200, 200])
    child.kill()
    const late = setTimeout(() => child.kill('SIGKILL'), minutes / 2)
    expect(await ended).toEqual([0, null])
    clearTimeout(late)
    await log.close()
  },
)

test('a database that accepts connections but does not answer is waited for', { timeout: minutes }, async () => {
  const frozen = createServer().listen(0, '127.0.0.1')
  await once(frozen, 'listening')
  const { port } = frozen.address() as AddressInfo
  const VARIANTS_DIR = await variantsDir('norr', { authority: 'https://login.example.se', clientId: 'linjen' })
  const DATABASE_URL = `postgres://linjen:hemligt@127.0.0.1:${port}/linjen`
  const waiting = runToEnd(main, { ...production(), VARIANTS_DIR, DATABASE_URL }, (line) => line.includes('Väntar'))
  const { lines } = await waiting
  expect(lines).toEqual(['Väntar på databasen (inget svar) …'])
  frozen.close()
})

describe('with what is stored', () => {
  let portal: Process
  beforeAll(async () => {
    portal = await portalProcess()
    await portal.start()
    await portal.stop()
  }, 2 * minutes)
  afterAll(() => portal.remove())

  test('the portal does not start with another key for payslips', { timeout: minutes }, async () => {
    const line = await refusal(main, { ...portal.settings, PAYSLIP_KEY: otherKey })
    expect(line).toMatch(/^PAYSLIP_KEY passar inte: \d+ lagrade lönebesked är krypterade med en annan nyckel/)
  })

  test('nor with another installation’s data folder', { timeout: minutes }, async () => {
    const marker = join(portal.dataDir, 'linjen.id')
    const own = await readFile(marker)
    await writeFile(marker, 'a0a0a0a0-0000-4000-8000-000000000000\n')
    const command = ['app/server/import.ts', 'people', 'personal.csv', '--company', 'norr']
    for (const program of [main, command]) {
      expect(await refusal(program, portal.settings)).toMatch(/^DATA_DIR=\S+ hör inte till den här databasen/)
    }
    await writeFile(marker, own)
  })

  test('an import says where it has looked for its file', { timeout: minutes }, async () => {
    const command = ['app/server/import.ts', 'people', 'personal.csv', '--company', 'norr']
    const { code, lines } = await runToEnd(command, { ...portal.settings, INIT_CWD: folder })
    expect([code, lines]).toEqual([1, [`${join(folder, 'personal.csv')} finns inte`, 'Ingenting har ändrats.']])
  })

  test('keys are changed while the portal runs', { timeout: 2 * minutes }, async () => {
    const keys = { PAYSLIP_KEY: otherKey, PAYSLIP_KEYS_OLD: testPayslipKey }
    await portal.start(keys)
    const token = await portal.signIn('anna')
    const { code, output, lines } = await runToEnd(['app/server/rekey.ts'], { ...portal.settings, ...keys })
    expect([code, lines]).toEqual([0, []])
    expect(output).toMatch(/[1-9]\d* lönebesked omkrypterade med nyckel \w+\.\nKlart\./)
    const ask = async (path: string) => {
      const answer = await fetch(`${portal.origin}/api/lonespec/kontek/${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return (await answer.json()) as {
        result: { salaryPeriodId: number; pdfStr: string } & readonly { salaryPeriodId: number }[]
      }
    }
    const [first] = (await ask('getspeclist')).result
    expect((await ask(`downloadspec/?salaryPeriodId=${first?.salaryPeriodId}`)).result.pdfStr).toMatch(/^JVBERi/)
    await portal.stop()
    await portal.start({ PAYSLIP_KEY: otherKey })
    await portal.stop()
  })
})

describe.skipIf(binaries === null)('on an empty database', () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
  }, minutes)
  afterAll(() => cluster?.remove())

  /** Starts the portal, which may be stopped before it listens. */
  function started(settings: Record<string, string>) {
    const child = spawn(process.execPath, main, {
      env: { ...bareEnvironment(), NODE_ENV: 'test', DEMO: 'off', PORT: '0', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let wrong = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part))
    child.stderr.setEncoding('utf8').on('data', (part: string) => (wrong += part))
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>
    return {
      ended,
      wrong: () => wrong,
      stop: (signal: NodeJS.Signals = 'SIGTERM') => child.kill(signal),
      listens: () =>
        Promise.race([
          expect.poll(() => output, { timeout: 2 * minutes - 10_000 }).toMatch(/:\d+$/m),
          ended.then(() => {}),
        ]),
    }
  }

  test('two processes that start at once both serve', { timeout: 2 * minutes }, async () => {
    const DATABASE_URL = await cluster.database('two')
    const DATA_DIR = join(folder, 'two')
    const both = [1, 2].map(() => started({ DATABASE_URL, DATA_DIR, PAYSLIP_KEY: testPayslipKey }))
    await Promise.all(both.map(({ listens }) => listens()))
    for (const { wrong } of both) expect(wrong()).toMatch(/^VARNING: [^\n]+\n$/)
    // A closed terminal stops the portal like an operator does.
    both[0]?.stop('SIGHUP')
    both[1]?.stop()
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([
      [0, null],
      [0, null],
    ])
  })

  test(
    'a process that is stopped while it starts ends at once, and the next start does the rest',
    { timeout: 3 * minutes },
    async () => {
      const DATABASE_URL = await cluster.database('stopped')
      const settings = { DATABASE_URL, DATA_DIR: join(folder, 'stopped'), PAYSLIP_KEY: testPayslipKey }
      const tables = new pg.Client({ connectionString: DATABASE_URL })
      await tables.connect()
      const connections = `select 1 from pg_stat_activity
        where datname = 'stopped' and pid <> pg_backend_pid() and backend_type = 'client backend'`
      const begun = async () => (await tables.query(connections)).rowCount
      // Stops it during the migrations, and during the steps after them.
      for (const wait of [0, 400, 1200]) {
        // The server may still be running the last statement of the previous process.
        await expect.poll(begun, { timeout: 30_000, interval: 10 }).toBe(0)
        const one = started(settings)
        await expect.poll(begun, { timeout: 30_000, interval: 10 }).toBeGreaterThan(0)
        await rest(wait)
        one.stop()
        expect(await one.ended).toEqual([0, null])
        // A fast machine may have started completely by then.
        expect(one.wrong()).toMatch(/^(VARNING: [^\n]+\n)?$/)
      }
      await tables.end()
      const last = started(settings)
      await last.listens()
      last.stop()
      last.stop()
      expect(await last.ended).toEqual([0, null])
    },
  )
})
