import { useSyncExternalStore } from 'react'

// Apart from what finds it out, which is fetched later.
let newer = false
const watchers = new Set<() => void>()

/** The server has another version than this page. */
export function tellNewer(): void {
  newer = true
  for (const watcher of watchers) watcher()
}

export const isNewer = () => newer

export const useNewer = () =>
  useSyncExternalStore((watcher) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  }, isNewer)
