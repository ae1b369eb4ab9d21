import { setFlagsFromString } from 'node:v8'

/**
 * Node's flags for a process that only imports; `npm run import` has them too. Reading a feed of a million stop times takes 280 MB and 28 s
 * of processor time with them. With 10 it takes 265 MB and 41 s, with 50 293 MB and 26 s, and with --max-semi-space-size=2 in place of the
 * second flag 300 MB and 30 s.
 */
export const IMPORT_FLAGS = ['--heap-growing-percent=25', '--optimize-for-size'] as const

/**
 * For the portal, whose heap of 60 MB V8 by itself collects in full every four seconds under load: it reserves space for a whole young
 * generation of 32 MB (`npm start`) in what the heap may grow by. Each time that takes 50 ms of the thread that answers, a sixth of it
 * at once. With 100 it happens once a minute, for up to 60 MB more (docs/decisions/0101).
 */
const PORTALS_GROWTH_PERCENT = 100
/** For the portal while it imports. With 10 its heap was collected three times a second, and each time everybody waited. */
const GROWTH_PERCENT_DURING_WORK = 50

/** The portal's growth as a flag for Node, for what is measured against the portal. */
export const PORTALS_FLAG = `--heap-growing-percent=${PORTALS_GROWTH_PERCENT}`

/**
 * Node's flags wherever the portal is started, because V8 reads them only when it makes its heap. Without the second, the heap is shrunk some
 * eight seconds after the last requests: for 70 MB less while nobody asks, each of the next answers, such as those of a shift that begins,
 * costs a quarter more (docs/decisions/0116).
 */
export const START_FLAGS = ['--max-semi-space-size=32', '--no-memory-reducer'] as const

/** To be called by a process that answers requests. Not a flag of each way to start the portal, because Node takes it while it runs. */
export function growAsPortal(): void {
  setFlagsFromString(PORTALS_FLAG)
}

/** Runs work of the portal that makes much garbage and is not urgent. The heap is collected sooner meanwhile. */
export async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT_DURING_WORK}`)
  try {
    return await work()
  } finally {
    growAsPortal()
  }
}
