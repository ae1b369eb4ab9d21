import { useMemo } from 'react'
import type { Call } from '#platform/contract/call.ts'
import { useStore } from '../../page/use-store.ts'
import { createStore } from '../../page/watch.ts'
import type { Item } from './item.ts'

// What the outbox holds, as far as this page has been told. Apart from the outbox itself, which is fetched later: what it
// shows over other things, such as a duty that has been confirmed without coverage, is drawn with the page.
export interface OutboxView {
  readonly items: readonly Item[]
  /** The item that is on its way, by its key. */
  readonly sending: string | null
}

const view = createStore<OutboxView>({ items: [], sending: null })

export const { set: setView, get: readView } = view

export const useOutbox = (): OutboxView => useStore(view)

/** What waits to be sent by a call, oldest first. */
export function useWaiting<Body>(call: Call<unknown, unknown, Body>): readonly Body[] {
  const { items } = useOutbox()
  return useMemo(
    () => items.filter(({ path, state }) => path === call.path && state === 'waiting').map(({ body }) => body as Body),
    [items, call.path],
  )
}

const reloaders = new Set<(paths: readonly string[]) => void>()

/** Registers who loads calls again, by path, when something that was sent has made their answers stale. */
export function onStale(reload: (paths: readonly string[]) => void): void {
  reloaders.add(reload)
}

export function markStale(paths: readonly string[]): void {
  for (const reload of reloaders) reload(paths)
}
