import { useMemo } from 'react'
import type { Call } from '#platform/contract/call.ts'
import { useStore } from '../../page/use-store.ts'
import { createStore } from '../../page/watch.ts'
import type { Item } from '../outbox-item.ts'

// The outbox's items as known to this page. Separate from the outbox itself, which is loaded later, because some items change parts
// of the page that are rendered with it, such as a duty that was confirmed without coverage.
export interface OutboxView {
  readonly items: readonly Item[]
  /** The key of the item that is being sent. */
  readonly sending: string | null
}

const view = createStore<OutboxView>({ items: [], sending: null })

export const { set: setView, get: readView } = view

export const useOutbox = (): OutboxView => useStore(view)

/** The waiting bodies of a call, oldest first. */
export function useWaiting<Body>(call: Call<unknown, unknown, Body>): readonly Body[] {
  const { items } = useOutbox()
  return useMemo(
    () => items.filter(({ path, state }) => path === call.path && state === 'waiting').map(({ body }) => body as Body),
    [items, call.path],
  )
}

const reloaders = new Set<(paths: readonly string[]) => void>()

/** Registers the function that repeats loads, by their calls' paths, when a sent item has made their answers stale. */
export function onStale(reload: (paths: readonly string[]) => void): void {
  reloaders.add(reload)
}

export function markStale(paths: readonly string[]): void {
  for (const reload of reloaders) reload(paths)
}
