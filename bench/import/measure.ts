import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IMPORT_FLAGS } from '../../app/server/heap-growth.ts'
import { percentile } from '../figures.ts'
import { messageOf, pidOf, startChild, temporaryFolder } from '../processes.ts'
import type { Line } from '../results.ts'
import type { Undo } from '../undo.ts'
import type { Arrivals, Arrived } from '../server/arrivals.ts'
import { portalOn, type RunningPortal, type ServerPlan } from '../server/contenders.ts'
import { emptyDatabase, filledBy } from '../server/databases.ts'
import type { FilledDays } from '../server/fill-days.ts'
import { writeFeed } from './feed.ts'

const size = { stopTimes: 1_000_000, employeeDays: 30_000 }
const readsPerSecond = 50
const windowSeconds = 5
// About as many as PostgreSQL takes for the import, since the worst of each are compared: the portal’s heap is collected in full once a minute.
const quietWindows = 12

/** Measures the import of a large feed while employees read, on both engines. */
export async function measureImport({ postgres, log }: ServerPlan, undo: Undo): Promise<Line[]> {
  const folder = join(await temporaryFolder(undo), 'lan')
  log('Import: writing a feed …')
  await writeFeed(folder, size)
  const address = await emptyDatabase(postgres, undo)
  const onServer = await measured('PostgreSQL', { DATABASE_URL: address, DATA_DIR: await temporaryFolder(undo) })
  const embedded = await measured('PGlite', { DATA_DIR: await temporaryFolder(undo) })
  return [...onServer, ...embedded]

  async function measured(engine: 'PostgreSQL' | 'PGlite', settings: Record<string, string>): Promise<Line[]> {
    const where = settings.DATABASE_URL ?? settings.DATA_DIR ?? ''
    const filled = await filledBy<FilledDays>(startChild(undo, 'bench/server/fill-days.ts', [where, '100000']))
    const portal = await portalOn(undo, settings, filled.signingKey)
    const reads = await reader(portal, filled)
    // A warm-up: compiling and connecting during the first reads must not count in the comparison.
    await reads()
    const quiet: Arrived[] = []
    while (quiet.length < quietWindows) quiet.push(await reads())
    const begun = performance.now()
    const importing = startChild(
      undo,
      'app/server/import.ts',
      ['tods', folder, '--company', 'norr'],
      // The environment of `npm run import`.
      { NODE_ENV: 'development', DEMO: 'off', MALLOC_ARENA_MAX: '1', ...settings },
      IMPORT_FLAGS,
    )
    importing.stdout?.resume()
    // With the embedded database, the portal does the import, in a process that it starts.
    const memory = new Memory(settings.DATABASE_URL ? pidOf(importing) : portal.pid)
    await memory.begin()
    const looking = setInterval(() => void memory.look(), 200)
    const ended = once(importing, 'exit').then(([code]) => {
      clearInterval(looking)
      if (code !== 0) throw new Error(`the import ended with ${String(code)}`)
      return (performance.now() - begun) / 1000
    })
    const during: Arrived[] = []
    const under = { way: true }
    const finished = ended.finally(() => (under.way = false))
    while (under.way) during.push(await reads())
    const seconds = await finished
    const all = (windows: readonly Arrived[]) =>
      percentile(
        windows.flatMap(({ times }) => times),
        0.99,
      )
    const worst = (windows: readonly Arrived[]) => Math.max(...windows.map(({ p99 }) => p99))
    const each = (windows: readonly Arrived[]) => windows.map(({ p99 }) => Math.round(p99)).join(' ')
    const { megabytes } = memory
    log(
      `Import: ${engine}: ${seconds} s, ${megabytes} MB, reads p99 ${all(during)} ms, by window ${each(during)}, without it ${all(quiet)} ms, by window ${each(quiet)}, errors ${during.reduce((sum, part) => sum + part.errors, 0)}`,
    )
    const against = (what: typeof all) => {
      const [value, floor] = [what(during), what(quiet)]
      return { value, floor, ratio: value / floor, unit: 'ms' }
    }
    const name = `Import of ${size.stopTimes.toLocaleString('en')} stop times with ${size.employeeDays.toLocaleString('en')} employee days, ${engine}`
    const isServer = engine === 'PostgreSQL'
    return [
      { name, value: seconds, unit: 's', limit: { atMost: isServer ? 60 : 120 } },
      { name: `${name}: memory`, value: megabytes, unit: 'MB', limit: { atMost: isServer ? 300 : 900 } },
      { name: `${name}: 99 of 100 reads within, against without it`, ...against(all), limit: { atMost: 2 } },
      {
        name: `${name}: 99 of 100 reads within, in the worst ${windowSeconds} s, against without it`,
        ...against(worst),
        ...(isServer && { limit: { atMost: 2 } }),
      },
    ]
  }

  /** Returns a function that reads for some seconds, always with the same client: starting another would compete with the reads. */
  async function reader(portal: RunningPortal, { days }: FilledDays): Promise<() => Promise<Arrived>> {
    const asks = days.map(({ employee, date }) => ({ employee, path: `/api/bpl/uppdrag?date=${date}` }))
    const { origin, asks: visits } = await portal.ask('reads', asks, () => true)
    const client = startChild(undo, 'bench/server/arrivals.ts', [])
    const arrivals: Arrivals = {
      visits: visits.map((ask) => ({ origin, requests: [ask] })),
      perSecond: readsPerSecond,
      warmUpSeconds: 0,
      seconds: windowSeconds,
      seed: 1,
    }
    return () => {
      client.send(arrivals)
      return messageOf<Arrived>(client, (windowSeconds + 60) * 1000)
    }
  }
}

/**
 * The peak memory of a process and its child processes, in megabytes: the sum of each process's own peak. Memory mapped from files counts only
 * for the first process, because it is Node's executable, which the system keeps in memory once for all processes.
 */
class Memory {
  readonly #most = new Map<number, number>()
  readonly #pid: number

  constructor(pid: number) {
    this.#pid = pid
  }

  /** Resets the peak, because a process that has just opened the embedded database needed more memory at its start than later. */
  async begin(): Promise<void> {
    await writeFile(`/proc/${this.#pid}/clear_refs`, '5')
  }

  async look(): Promise<void> {
    for (const pid of [this.#pid, ...(await startedBy(this.#pid))]) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024
      const most = of('VmHWM') - (pid === this.#pid ? 0 : of('RssFile'))
      if (most > 0) this.#most.set(pid, most)
    }
  }

  get megabytes(): number {
    return Math.round([...this.#most.values()].reduce((sum, most) => sum + most, 0))
  }
}

const startedBy = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ').filter(Boolean).map(Number)
