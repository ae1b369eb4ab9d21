import { useStore } from '../page/use-store.ts'
import { createStore } from '../page/watch.ts'

// Separate from the code that checks the version, which is loaded later.
const newer = createStore(false)

/** Records that the server has another version than this page. */
export function markNewer(): void {
  newer.set(true)
}

export const isNewer = newer.get
export const useNewer = (): boolean => useStore(newer)
