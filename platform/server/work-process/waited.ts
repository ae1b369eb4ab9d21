import { readdirSync, readFileSync } from 'node:fs'

/**
 * For how long each thread of a process has been ready to run while others had the cores, in milliseconds, by its id. Empty where the system
 * does not tell: only Linux does (https://docs.kernel.org/scheduler/sched-stats.html, schedstat).
 */
export function waitedForACore(pid: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const [, waitedNs] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
      found.set(thread, Number(waitedNs) / 1e6)
    }
  } catch {
    // It has ended, or a thread has.
  }
  return found
}

/** The longest wait among the threads, between two answers of `waitedForACore`. */
export function longestWait(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  return Math.max(0, ...Array.from(after, ([thread, waited]) => waited - (before.get(thread) ?? 0)))
}
