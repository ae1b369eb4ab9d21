import { useStore } from '../page/use-store.ts'
import { createStore } from '../page/watch.ts'

// Apart from what finds it out, which is fetched later.
const newer = createStore(false)

/** The server has another version than this page. */
export function tellNewer(): void {
  newer.set(true)
}

export const isNewer = newer.get
export const useNewer = (): boolean => useStore(newer)
