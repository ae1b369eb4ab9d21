import { readdir, readFile } from 'node:fs/promises'

/** The servers that answer a request: the portal's process, and the name of the database if that is on a separate server. */
export interface Servers {
  readonly pid: number
  readonly database?: string | undefined
}

/** Processor time used so far, user and system, in microseconds. */
export interface Spent {
  readonly own: number
  /** Of each backend, by process id. */
  readonly backends: ReadonlyMap<number, number>
}

// The kernel counts in hundredths of a second on every machine (man 5 proc, USER_HZ).
const MICROSECONDS_A_TICK = 10_000

/**
 * The processor time of the answering processes. On a shared machine, throughput depends mostly on the other users; processor time
 * does not. Of PostgreSQL only the backends of this database count, because the server's background work belongs to no request.
 * Reads /proc, so it needs Linux and a database on this machine.
 */
export async function processorTime({ pid, database }: Servers): Promise<Spent> {
  const pids = database === undefined ? [] : await backendsOf(database)
  const spent = await Promise.all(pids.map(async (each) => [each, await timeOf(each)] as const))
  return {
    own: (await timeOf(pid)) ?? 0,
    backends: new Map(spent.filter((pair): pair is [number, number] => pair[1] !== null)),
  }
}

/** The time used between two readings: by the portal's process alone, and with the database. A new backend counts from its start. */
export function spentSince(before: Spent, after: Spent): { readonly own: number; readonly withDatabase: number } {
  const own = after.own - before.own
  const backends = [...after.backends].reduce((sum, [pid, time]) => sum + time - (before.backends.get(pid) ?? 0), 0)
  return { own, withDatabase: own + backends }
}

async function backendsOf(database: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  // 'postgres: 15/main: postgres linjen_bench_… 127.0.0.1(41234) idle'
  const isBackend = async (pid: number) => {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return command.startsWith('postgres: ') && command.split(/[ \0]/).includes(database)
  }
  const found = await Promise.all(pids.map(isBackend))
  return pids.filter((_, n) => found[n])
}

/** Null if the process has ended. */
async function timeOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // The second field is a name in brackets, which may contain spaces: user and system time are the 12th and 13th after it.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * MICROSECONDS_A_TICK
}
