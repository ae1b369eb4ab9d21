// The import process of a portal on the embedded database, interrupted at one of its statements: docs/decisions/0109.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type CompiledQuery } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ImportRefused, type Database, type Platform } from '#platform/server/area.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { nightFeed, type FeedText } from '../../areas/assignments/server/tods/feed-fixture.ts'
import { readPortalConfig } from './config.ts'
import { importsApart } from './import-apart.ts'
import { runCommand } from './run-command.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

/** So many drivers that their duties are put in force in several steps. */
const drivers = Array.from({ length: 40 }, (_, n) => String(79_200 + n))
const feedOf = (signOn: string): FeedText => ({
  ...nightFeed,
  // A date that is in the future at any clock with which the tests run.
  'calendar.txt': nightFeed['calendar.txt']!.replace('20271231', '20991231'),
  'run_events.txt':
    'service_id,run_id,event_sequence,block_id,event_type,trip_id,start_location,start_time,end_location,end_time\n' +
    `alla,0,10,,Påstigning,,a,${signOn},a,${signOn}\nalla,0,20,B1,Linjekörning,t1,a,24:10:00,b,25:10:00\n`,
  'employee_run_dates.txt':
    'date,service_id,run_id,employee_id\n' + drivers.map((number) => `20990110,alla,0,${number}\n`).join(''),
})

// Only Linux lists the child processes of a process. On a database server a command imports in its own process.
const onLinux = describe.runIf(process.platform === 'linux' && !process.env.TEST_DATABASE_URL)
onLinux('an import that breaks off', { timeout: 300_000 }, () => {
  let portal: TestPortal
  let platform: Platform
  let folder: string
  let logged: string[]
  /**
   * Called after each statement with the number of statements since the one that stores what is to be put in force. May
   * throw.
   */
  let after: (sinceStored: number) => void
  let since: number | null
  /** Called before each transaction of the other process. */
  let begins: () => void

  beforeAll(async () => {
    portal = await testPortal()
    const config = readPortalConfig({ NODE_ENV: 'test' })
    const log = pino({ base: null }, { write: (line) => void logged.push(line) })
    const variants = await loadVariants(config.variantsDir)
    platform = { db: watched(portal.db), clock: () => new Date(), config, variants, log, version: '' }
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    logged = []
    after = () => {}
    since = null
    begins = () => {}
    folder = await mkdtemp(join(tmpdir(), 'linjen-feed-'))
    await write(feedOf('23:50:00'))
    await run()
    await sql`delete from import_runs`.execute(portal.db)
    return async () => {
      after = () => {}
      await sql`delete from feeds`.execute(portal.db)
      await rm(folder, { recursive: true })
    }
  })
  afterEach(() => vi.unstubAllEnvs())

  function watched(db: Database): Database {
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (since !== null) after(since++)
        return result
      },
    })
    /** The other process's statements. A plugin does not see their text. */
    const sent = <T extends object>(to: T): T =>
      new Proxy(to, {
        get(target, name) {
          const value = Reflect.get(target, name) as unknown
          if (typeof value !== 'function') return value
          if (name === 'startTransaction')
            return () => ({ execute: async () => (begins(), sent(await counted.startTransaction().execute())) })
          return (...given: unknown[]) => {
            const text = name === 'executeQuery' ? (given[0] as CompiledQuery).sql : ''
            if (text.includes('insert into feed_activations')) since = 0
            return value.apply(target, given) as unknown
          }
        },
      })
    return sent(counted)
  }

  interface Asked {
    readonly dryRun?: boolean
    readonly options?: Readonly<Record<string, string>>
    /** Absent: imports in this process, which is quicker. */
    readonly apart?: ReturnType<typeof importsApart>
  }

  async function run({ dryRun = false, options, apart }: Asked = {}): Promise<string[]> {
    const lines: string[] = []
    const request = { kind: 'tods', source: folder, company: 'norr', dryRun, options: { feed: 'avbruten', ...options } }
    await runCommand(request, platform, { dump: null, importApart: apart?.run }, (line) => lines.push(line)).catch(
      (error: Error) => lines.push(...(error instanceof ImportRefused ? error.lines : [error.message])),
    )
    await apart?.close()
    return lines
  }

  async function write(files: FeedText): Promise<void> {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  }

  async function importNext(patience?: Parameters<typeof importsApart>[1]): Promise<string[]> {
    await write(feedOf('23:40:00'))
    return run({ apart: importsApart(platform, patience) })
  }

  function send(signal: NodeJS.Signals): void {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
    for (const pid of children.map(Number))
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('import-process')) process.kill(pid, signal)
  }

  /** The sign-on times of all drivers' duties in force. */
  async function signOns(): Promise<(string | null)[]> {
    const { rows } = await sql<{ at: string }>`
      select distinct substr(d.starts_at::text, 12, 5) as at from duties d join feeds f on f.id = d.feed_id
      where f.name = 'avbruten' and not d.withdrawn order by 1`.execute(portal.db)
    return rows.map(({ at }) => at)
  }

  async function noted(): Promise<string[]> {
    const { rows } = await sql<{ what: string }>`
      select case when succeeded_at is null then 'failed' when failed_at is null or failed_at <= succeeded_at then 'succeeded'
        else 'failed later' end as what
      from import_runs where kind like 'tods%'`.execute(portal.db)
    return rows.map(({ what }) => what)
  }

  test('by a kill while it is put in force is finished by the portal, and has succeeded', async () => {
    after = (sinceStored) => void (sinceStored === 12 && send('SIGKILL'))
    expect((await importNext()).at(-1)).toBe('Klart: avbruten version 2 gäller.')
    expect([await signOns(), await noted()]).toEqual([['23:40'], ['succeeded']])
    expect(logged.join('')).toContain('the process that imported ended: SIGKILL')
    expect(logged.join('')).toContain('a version that had broken off is in force')
  })

  test('by a full disk is finished as soon as there is room, and says so until then', async () => {
    let isFull = true
    after = (sinceStored) => {
      if (isFull && sinceStored >= 12) throw Object.assign(new Error('could not extend file'), { code: '53100' })
    }
    const line =
      'avbruten version 2 är inläst. Den gäller än så länge bara för några anställda, och för alla så snart det går.'
    expect((await importNext()).slice(-2)).toEqual(['Disken är full.', line])
    expect([await signOns(), await noted()]).toEqual([['23:40', '23:50'], ['failed']])
    isFull = false
    // A dry run changes nothing: it does not even complete the interrupted import.
    expect((await run({ dryRun: true })).at(-1)).toBe('Ingenting har ändrats (--dry-run).')
    expect(await signOns()).toEqual(['23:40', '23:50'])
    expect((await run({ options: { restore: '1' } })).at(-1)).toBe('Klart: avbruten version 1 gäller igen.')
    expect(await signOns()).toEqual(['23:50'])
  })

  test('once by a full disk has succeeded', async () => {
    let isFirst = true
    after = (sinceStored) => {
      if (isFirst && sinceStored >= 12) {
        isFirst = false
        throw Object.assign(new Error('could not extend file'), { code: '53100' })
      }
    }
    expect((await importNext()).at(-1)).toBe('Klart: avbruten version 2 gäller.')
    expect([await signOns(), await noted()]).toEqual([['23:40'], ['succeeded']])
  })

  test.each([
    ['is frozen within a transaction', { silentMs: 60_000, inTransactionMs: 100 }],
    ['says nothing', { silentMs: 0, inTransactionMs: 60_000 }],
  ])('because its process %s leaves the database to everybody, and is noted', async (_how, patience) => {
    begins = () => send('SIGSTOP')
    expect((await importNext(patience)).at(-1)).toBe('the process that imported ended: SIGKILL')
    expect([await signOns(), await noted()]).toEqual([['23:50'], ['failed']])
  })

  test('is one: what is watched for changes imports like any other', async () => {
    vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1')
    expect((await importNext()).at(-1)).toBe('Klart: avbruten version 2 gäller.')
    expect(await signOns()).toEqual(['23:40'])
  })

  test('is none: a list is no import for monitoring, found or not', async () => {
    expect(await run({ options: { versions: '' } })).toEqual([expect.stringContaining('(gäller)')])
    expect((await run({ options: { versions: '', feed: 'felstavad' } })).at(-1)).toBe('Ingenting har ändrats.')
    expect(await noted()).toEqual([])
  })
})

// With `process.exit` such a process once waited forty minutes for V8's threads, until it was killed by hand.
test('the process of an import waits for nothing when its portal has gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linjen-gone-'))
  const program = join(folder, 'program.ts')
  const url = new URL('./import-process.ts', import.meta.url).href
  await writeFile(program, `import '${url}'\nprocess.send('ready')\n`)
  const own = fork(program, { serialization: 'advanced', execArgv: [] })
  await once(own, 'message')
  own.disconnect()
  expect(await once(own, 'exit')).toEqual([null, 'SIGKILL'])
  await rm(folder, { recursive: true })
})
