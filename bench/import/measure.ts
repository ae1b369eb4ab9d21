import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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
const quietSeconds = 15

/** Imports a large feed while employees read, into PostgreSQL by a process of its own, into the embedded database by the portal. */
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
    const quiet = await reads(portal, filled, quietSeconds)
    const begun = performance.now()
    const importing = startChild(
      undo,
      'app/server/import.ts',
      ['tods', folder, '--company', 'norr'],
      { NODE_ENV: 'development', DEMO: 'off', ...settings },
      // As `npm run import` runs it.
      ['--heap-growing-percent=20', '--max-semi-space-size=4'],
    )
    importing.stdout?.resume()
    let megabytes = 0
    // The embedded database is the portal's, and so the portal imports.
    const pid = settings.DATABASE_URL ? pidOf(importing) : portal.pid
    const looking = setInterval(() => void highest(pid).then((most) => (megabytes = Math.max(megabytes, most))), 200)
    const ended = once(importing, 'exit').then(([code]) => {
      clearInterval(looking)
      if (code !== 0) throw new Error(`the import ended with ${String(code)}`)
      return (performance.now() - begun) / 1000
    })
    const during: Arrived[] = []
    const under = { way: true }
    const finished = ended.finally(() => (under.way = false))
    while (under.way) during.push(await reads(portal, filled, 5))
    const seconds = await finished
    const p99 = Math.max(...during.map((part) => part.p99))
    log(
      `Import: ${engine}: ${seconds} s, ${megabytes} MB, reads p99 ${during.map((part) => Math.round(part.p99)).join(' ')} ms, without it ${Math.round(quiet.p99)} ms, errors ${during.reduce((sum, part) => sum + part.errors, 0)}`,
    )
    const name = `Import of ${size.stopTimes.toLocaleString('en')} stop times with ${size.employeeDays.toLocaleString('en')} employee days, ${engine}`
    const isServer = engine === 'PostgreSQL'
    return [
      { name, value: seconds, unit: 's', limit: { atMost: isServer ? 60 : 120 } },
      { name: `${name}: memory`, value: megabytes, unit: 'MB', limit: { atMost: isServer ? 300 : 900 } },
      {
        name: `${name}: 99 of 100 reads within, in the worst 5 s, against without it`,
        value: p99,
        floor: quiet.p99,
        ratio: p99 / quiet.p99,
        unit: 'ms',
        limit: { atMost: 2 },
      },
    ]
  }

  async function reads(portal: RunningPortal, { days }: FilledDays, seconds: number): Promise<Arrived> {
    const asks = days.map(({ employee, date }) => ({ employee, path: `/api/bpl/uppdrag?date=${date}` }))
    const { origin, asks: visits } = await portal.ask('reads', asks, () => true)
    const client = startChild(undo, 'bench/server/arrivals.ts', [])
    const arrivals: Arrivals = {
      origin,
      visits: visits.map((ask) => [ask]),
      perSecond: readsPerSecond,
      seconds,
      seed: 1,
    }
    client.send(arrivals)
    const arrived = await messageOf<Arrived>(client, (seconds + 60) * 1000)
    client.kill()
    return arrived
  }
}

/** The most memory that a process has had so far, in megabytes; 0 once it has ended. */
async function highest(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}
