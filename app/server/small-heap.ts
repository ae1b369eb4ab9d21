import { setFlagsFromString } from 'node:v8'

/**
 * What a process that only imports is started with, `npm run import` too. For a million stop times on PostgreSQL they take 240 MB; 285 with four
 * megabytes for what is new instead of the second, 320 with half as much room for garbage again as for what is kept, and a tenth less time.
 */
export const IMPORT_FLAGS = ['--heap-growing-percent=10', '--optimize-for-size'] as const
/** Of the portal, which answers meanwhile: with 10 its heap was collected three times a second, each time while everybody waits. */
const PORTALS_GROWTH_PERCENT = 50

/** Does work of the portal that makes much garbage and is in no hurry, with a heap that is collected sooner. */
export async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString(`--heap-growing-percent=${PORTALS_GROWTH_PERCENT}`)
  try {
    return await work()
  } finally {
    // The default: as V8 sees fit.
    setFlagsFromString('--heap-growing-percent=0')
  }
}
