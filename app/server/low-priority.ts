import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Where Linux lists the threads of this process. */
const THREADS = '/proc/self/task'

/**
 * Lets others go first from now on: whoever reads while a feed is imported on the same machine waits a third as long. Linux has a priority for each
 * thread, and V8's collect the garbage; later ones have that of the thread that starts them.
 */
export function goLast(): void {
  for (const thread of threads()) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
}

/** 0 is the whole process where threads have none of their own. */
function threads(): number[] {
  try {
    return readdirSync(THREADS).map(Number)
  } catch {
    return [0]
  }
}
