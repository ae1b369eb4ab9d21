import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lets others go before a process from now on, by default this one: whoever reads while a feed is imported on the same machine waits a third as
 * long. Linux has a priority for each thread, and V8's collect the garbage; later ones have that of the thread that starts them. What the
 * operator has put lower stays there.
 */
export function goLast(pid = process.pid): void {
  const { PRIORITY_BELOW_NORMAL: last } = constants.priority
  for (const thread of threads(pid)) {
    try {
      if (getPriority(thread) < last) setPriority(thread, last)
    } catch {
      // A thread that has ended since, or a system that does not let it: the command is done all the same.
    }
  }
}

/** As Linux lists them; elsewhere threads have no priority of their own, and that of the process is meant. */
function threads(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}
