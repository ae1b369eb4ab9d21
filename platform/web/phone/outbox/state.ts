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

/**
 * Items that have been sent, as they were, while the answers that they made stale are loaded again. Until then those answers still show the
 * state before them.
 */
export const reloading = createStore<readonly Item[]>([])

/** The bodies of a call that wait, or whose answers are being loaded again, oldest first. */
export function useWaiting<Body>(call: Call<unknown, unknown, Body>): readonly Body[] {
  const { items } = useOutbox()
  const sent = useStore(reloading)
  return useMemo(() => {
    const waiting = items.filter(({ id, state }) => state === 'waiting' && sent.every((each) => each.id !== id))
    return [...sent, ...waiting].filter(({ path }) => path === call.path).map(({ body }) => body as Body)
  }, [items, sent, call.path])
}

type Reload = (paths: readonly string[]) => Promise<unknown>

const reloaders = new Set<Reload>()

/**
 * Registers the function that repeats loads, by their calls' paths, when a sent item has made their answers stale. Its promise is fulfilled
 * when the answers are shown, or could not be loaded.
 */
export function onStale(reload: Reload): void {
  reloaders.add(reload)
}

export const markStale: Reload = (paths) => Promise.all([...reloaders].map((reload) => reload(paths)))
