import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Gives a process, by default this one, a lower priority from now on: requests during an import of a feed on the same machine then wait a
 * third as long. Linux has a priority for each thread, and V8's threads collect the garbage. Later threads inherit the priority of the
 * thread that starts them. A lower priority that the operator has set is kept.
 */
export function goLast(pid = process.pid): void {
  const { PRIORITY_BELOW_NORMAL: last } = constants.priority
  for (const thread of threads(pid)) {
    try {
      if (getPriority(thread) < last) setPriority(thread, last)
    } catch {
      // The thread has ended since, or the system does not allow it: the work is done all the same.
    }
  }
}

/**
 * The ids of a process's threads, as Linux lists them. Elsewhere threads have no priority of their own: the process's id stands for all.
 */
function threads(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}
