import { useMemo, useSyncExternalStore } from 'react'
import type { Call } from '#platform/contract/call.ts'
import type { Item } from './item.ts'

// What the outbox holds, as far as this page has been told. Apart from the outbox itself, which is fetched later: what it
// shows over other things, such as a duty that has been confirmed without coverage, is drawn with the page.
export interface OutboxView {
  readonly items: readonly Item[]
  /** The item that is on its way, by its key. */
  readonly sending: string | null
}

const nothing: OutboxView = { items: [], sending: null }
let view = nothing
const watchers = new Set<() => void>()

export function setView(next: OutboxView): void {
  view = next
  for (const watcher of watchers) watcher()
}

export const readView = () => view

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function useOutbox(): OutboxView {
  return useSyncExternalStore(watch, readView)
}

/** What waits to be sent by a call, oldest first. */
export function useWaiting<Body>(call: Call<unknown, unknown, Body>): readonly Body[] {
  const { items } = useOutbox()
  return useMemo(
    () => items.filter(({ path, state }) => path === call.path && state === 'waiting').map(({ body }) => body as Body),
    [items, call.path],
  )
}
