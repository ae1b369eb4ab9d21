import { setFlagsFromString } from 'node:v8'

/** Of a process that only imports: a third less memory for a large feed. `npm run import` has the same from its first module on. */
export const GROWTH_PERCENT = 10
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
