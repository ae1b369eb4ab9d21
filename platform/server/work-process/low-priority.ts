import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** Where Linux lists the threads of this process. */
const THREADS = '/proc/self/task'

/**
 * Lets others go first from now on: whoever reads while a feed is imported on the same machine waits a third as long. Linux has a priority for each
 * thread, and V8's collect the garbage; later ones have that of the thread that starts them. What the operator has put lower stays there.
 */
export function goLast(): void {
  const { PRIORITY_BELOW_NORMAL: last } = constants.priority
  for (const thread of threads()) {
    try {
      if (getPriority(thread) < last) setPriority(thread, last)
    } catch {
      // A thread that has ended since, or a system that does not let it: the command is done all the same.
    }
  }
}

/** 0 is the whole process where threads have none of their own. */
function threads(): number[] {
  try {
    return readdirSync(THREADS).map(Number)
  } catch {
    return [0]
  }
}
