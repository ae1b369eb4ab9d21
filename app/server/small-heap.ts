import { setFlagsFromString } from 'node:v8'

/**
 * Node's flags for a process that only imports; `npm run import` has them too. With them an import of a million stop times on PostgreSQL
 * takes 240 MB. It takes 285 MB with --max-semi-space-size=4 instead of the second flag. It takes 320 MB, and a tenth less time, if the
 * first flag is 50.
 */
export const IMPORT_FLAGS = ['--heap-growing-percent=10', '--optimize-for-size'] as const
/** For the portal, which serves requests meanwhile. With 10 its heap was collected three times a second, and each time everybody waited. */
const PORTALS_GROWTH_PERCENT = 50

/** Runs work of the portal that makes much garbage and is not urgent. The heap is collected sooner meanwhile. */
export async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString(`--heap-growing-percent=${PORTALS_GROWTH_PERCENT}`)
  try {
    return await work()
  } finally {
    // The default: V8 decides.
    setFlagsFromString('--heap-growing-percent=0')
  }
}
