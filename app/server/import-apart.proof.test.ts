// The portal on the embedded database imports in a separate process. The caller gets the same lines as before, whatever happens to that
// process.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askHolder } from '#platform/server/control.ts'
import { nightFeed, type FeedText } from '../../areas/assignments/server/tods/feed-fixture.ts'
import { portalProcess, runToEnd, type Process } from './test-process.ts'

/** Longer than a minute, because imports have low priority on the machine. */
const minute = 240_000

// Only Linux lists the child processes of a process. On a database server a command imports in its own process.
describe.runIf(process.platform === 'linux' && !process.env.TEST_DATABASE_URL)('an import beside the portal', () => {
  let portal: Process
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linjen-apart-'))
    portal = await portalProcess()
  }, 2 * minute)
  afterAll(async () => {
    await portal.remove()
    await rm(folder, { recursive: true })
  })

  /** A feed of many days, so that there is time for something to happen during its import. */
  async function feedFolder(changes: FeedText = {}): Promise<string> {
    const source = await mkdtemp(join(folder, 'feed-'))
    const days = Array.from({ length: 200 }, (_, day) =>
      new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
    )
    const dates = days.map((day) => `${day.replaceAll('-', '')},alla,900,77001\n`).join('')
    const feed = { ...nightFeed, 'employee_run_dates.txt': `date,service_id,run_id,employee_id\n${dates}`, ...changes }
    for (const [file, text] of Object.entries(feed)) await writeFile(join(source, file), text)
    return source
  }

  /** The processes that import for the portal. */
  async function importing(): Promise<number[]> {
    const children = await readFile(`/proc/${portal.pid}/task/${portal.pid}/children`, 'utf8').catch(() => '')
    const started = children.split(' ').filter(Boolean).map(Number)
    const named = await Promise.all(started.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
    return started.filter((_, at) => named[at]?.includes('import-process'))
  }

  /**
   * Hands an import over to the portal. Calls `meanwhile` at the last line before anything is written. Returns the lines, with the error
   * last if it failed.
   */
  async function handOver(source: string, meanwhile = async () => {}): Promise<string[]> {
    const lines: string[] = []
    let happened = Promise.resolve()
    const request = { kind: 'tods', source, company: 'norr', dryRun: false, options: { feed: 'bredvid' } }
    await askHolder(portal.dataDir, request, (line) => {
      lines.push(line)
      if (line.startsWith('Skillnad')) happened = meanwhile()
    }).catch((error: Error) => lines.push(error.message))
    await happened
    return lines
  }

  /** The driver's duties of a month. */
  async function month(): Promise<unknown[]> {
    const headers = { authorization: `Bearer ${await portal.signIn('77001')}` }
    const answer = await fetch(`${portal.origin}/api/bpl/schema?year=2027&month=3`, { headers })
    return ((await answer.json()) as { result: unknown[] }).result
  }

  const kill = async () => {
    for (const pid of await importing()) process.kill(pid, 'SIGKILL')
  }

  test('says the same as one without a portal, and lets employees in', { timeout: 2 * minute }, async () => {
    const good = await feedFolder()
    const bad = await feedFolder({ 'run_events.txt': 'service_id,run_id,event_sequence\nalla,900,10\n' })
    const run = (source: string, ...more: string[]) =>
      runToEnd(['app/server/import.ts', 'tods', source, '--company', 'norr', ...more], portal.settings)
    const alone = [await run(good, '--dry-run'), await run(bad)]
    await portal.start()
    expect(await Promise.all([run(good, '--dry-run'), run(bad)])).toEqual(alone)
    expect(alone).toMatchObject([
      { code: 0, output: expect.stringContaining('Skillnad: 200 nya tjänster'), lines: [] },
      { code: 1, lines: expect.arrayContaining(['Ingenting har ändrats.']) },
    ])
    const answered: number[] = []
    const under = { way: true }
    const done = run(good).finally(() => (under.way = false))
    while (under.way) answered.push((await fetch(`${portal.origin}/readyz`)).status)
    const { code, output } = await done
    expect([code, output]).toEqual([0, expect.stringMatching(/\nKlart: feed-\w+ version 1 gäller\.\n$/)])
    expect(new Set(answered)).toEqual(new Set([200]))
  })

  test(
    'whose process is killed has changed nothing, is told, and the next one, which waited, goes on',
    async () => {
      const source = await feedFolder()
      const order: string[] = []
      const first = handOver(source, kill).finally(() => order.push('first'))
      await expect.poll(importing, { timeout: minute }).toHaveLength(1)
      const second = handOver(source).finally(() => order.push('second'))
      expect((await first).at(-1)).toBe('Det misslyckades i portalen. Dess logg säger varför.')
      await expect.poll(() => portal.output()).toContain('the process that imported ended: SIGKILL')
      expect((await second).slice(-3)).toEqual([
        expect.stringContaining('Skillnad: 200 nya tjänster'),
        '200 av 200 tjänster inlästa',
        'Klart: bredvid version 1 gäller.',
      ])
      expect([order, await importing()]).toEqual([['first', 'second'], []])
    },
    minute,
  )

  test.each(['stop', 'kill'] as const)(
    'ends with the portal: %s',
    async (end) => {
      const source = await feedFolder({
        'stops.txt': `stop_id,stop_name,stop_lat,stop_lon\na,${end},60,18\nb,Beta,60,18\n`,
      })
      let pids: number[] = []
      const lines = await handOver(source, async () => {
        pids = await importing()
        await portal[end]()
      })
      expect(lines.at(-1)).toBe('Portalen avslutades innan det blev klart. Kör samma kommando igen.')
      expect(pids).toHaveLength(1)
      await expect.poll(() => isRunning(pids[0]!)).toBe(false)
      // The process was waiting for an answer. That the portal no longer listens must not appear as an error.
      expect(portal.output()).not.toContain('Unhandled')
      await portal.start()
      expect((await handOver(source)).at(-1)).toMatch(/^Klart: bredvid version \d gäller\.$/)
    },
    minute,
  )

  test(
    'what was on its way into force when the portal was killed is in force when it answers again',
    async () => {
      await handOver(await feedFolder())
      const before = await month()
      expect(before.length).toBeGreaterThan(30)
      await portal.kill()
      const opened = await portal.open()
      await sql`
      with taken as (
        update duties d set withdrawn = true from feeds f where f.id = d.feed_id and f.name = 'bredvid' and not d.withdrawn
        returning d.id, d.feed_id
      )
      insert into feed_activations (company, feed_id, version, duty_ids, first_day)
      select company, id, active_version, (select jsonb_agg(id) from taken), '2027-01-01' from feeds
      where id in (select feed_id from taken)`.execute(opened.db)
      await opened.close()
      await portal.start()
      expect(await month()).toEqual(before)
    },
    minute,
  )
})

/** A process that has ended may stay in the list as a zombie. */
const isRunning = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => !/\) Z /.test(stat),
    () => false,
  )
