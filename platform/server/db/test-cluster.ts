// A PostgreSQL for one test, which may kill, freeze and lock it.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../test-port.ts'

export interface TestCluster {
  /** Its folder, and the data directory in it. */
  readonly folder: string
  readonly data: string
  /** Runs a program as the owner of its files, with the server's address in the environment. */
  run(program: string, ...args: readonly string[]): void
  /** Address of a database in it, which is created if absent. */
  database(name: string): Promise<string>
  start(): Promise<void>
  /** kill -9 of the server and of every connection's process. */
  kill(): Promise<void>
  /** A streaming replica of it, with settings of its own. */
  standby(more?: Readonly<Record<string, string | number>>): Promise<TestCluster>
  /** Suspends it: connections stay open, and nothing answers. */
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

const places = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt']

/** The folder of initdb and postgres; null if there are none, with a line printed. */
export function postgresBinaries(): string | null {
  const named = process.env.POSTGRES_BIN ? [process.env.POSTGRES_BIN] : []
  const installed = places.flatMap((place) =>
    existsSync(place) ? readdirSync(place).map((version) => join(place, version, 'bin')) : [],
  )
  const onPath = (process.env.PATH ?? '').split(':')
  const found = [...named, ...installed.toReversed(), ...onPath].find((folder) => existsSync(join(folder, 'initdb')))
  if (!found)
    process.stdout.write(
      'SKIPPED: a database that fails. PostgreSQL’s programs are not here, nor where POSTGRES_BIN says.\n',
    )
  return found ?? null
}

/** `more` are PostgreSQL's own settings, besides those that a test needs. `on` is the folder in which the cluster's folder is made. */
export async function testCluster(
  binaries: string,
  more:
    | Readonly<Record<string, string | number>>
    | ((folder: string) => Readonly<Record<string, string | number>>) = {},
  on = tmpdir(),
): Promise<TestCluster> {
  const folder = mkdtempSync(join(on, 'linjen-cluster-'))
  // PostgreSQL refuses to run as root.
  const owner: { uid?: number; gid?: number } = process.getuid?.() === 0 ? ownerCalled('postgres') : {}
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8', '--no-sync'],
    {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const cluster = await serverAt({
    binaries,
    owner,
    folder,
    data,
    settings: typeof more === 'function' ? more(folder) : more,
  })
  await cluster.start()
  return cluster
}

interface ServerAt {
  readonly binaries: string
  readonly owner: { readonly uid?: number; readonly gid?: number }
  readonly folder: string
  readonly data: string
  readonly settings: Readonly<Record<string, string | number>>
}

async function serverAt({ binaries, owner, folder, data, settings: given }: ServerAt): Promise<TestCluster> {
  const port = await freePort()
  const addressOf = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`
  let server: ChildProcess | null = null

  const processes = () => {
    if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return []
    return [server.pid, ...childrenOf(server.pid)]
  }
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of processes()) {
      try {
        process.kill(pid, signal)
      } catch {
        // It has already ended.
      }
    }
  }

  const cluster: TestCluster = {
    folder,
    data,
    run(program, ...args) {
      const { PATH } = process.env
      const env = { PATH, PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'postgres' }
      execFileSync(program, args, {
        ...owner,
        cwd: folder,
        stdio: 'pipe',
        env: { ...env, PATH: `${binaries}:${PATH ?? ''}` },
      })
    },
    async database(name) {
      const client = new pg.Client({ connectionString: addressOf('postgres') })
      await client.connect()
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
      if (rowCount === 0) await client.query(`create database ${name}`)
      await client.end()
      return addressOf(name)
    },
    async start() {
      const own = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off' }
      const settings = { ...own, ...given }
      server = spawn(
        join(binaries, 'postgres'),
        ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        { ...owner, cwd: folder, stdio: 'ignore' },
      )
      for (let left = 200; !(await answers(addressOf('postgres'))); left--) {
        if (left === 0) throw new Error('the cluster did not start')
        await setTimeout(50)
      }
    },
    async kill() {
      if (!server || processes().length === 0) return
      const exit = once(server, 'exit')
      signalAll('SIGKILL')
      await exit
    },
    async standby(settings = {}) {
      const its = mkdtempSync(join(dirname(folder), 'linjen-standby-'))
      if (owner.uid !== undefined && owner.gid !== undefined) chownSync(its, owner.uid, owner.gid)
      cluster.run('pg_basebackup', '-D', join(its, 'data'), '-R', '-X', 'stream', '-c', 'fast')
      const standby = await serverAt({ binaries, owner, folder: its, data: join(its, 'data'), settings })
      await standby.start()
      return standby
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async remove() {
      await cluster.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return cluster
}

function ownerCalled(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function childrenOf(parent: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))
}

async function answers(address: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
