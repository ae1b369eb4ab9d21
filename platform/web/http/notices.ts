import { useSyncExternalStore } from 'react'

/** A warning in the list at the top of every screen. */
export interface GlobalNotice {
  readonly id: number
  readonly type: 'network'
  readonly severity: 'warning'
  readonly message: string
  /** A load that failed: without coverage all of them do, and one line at the top says so instead. */
  readonly load?: boolean
}

let notices: readonly GlobalNotice[] = []
let lastId = 0
const watchers = new Set<() => void>()

/** Adds a warning; the same words stand there once. */
export function addNotice(notice: Omit<GlobalNotice, 'id'>): void {
  if (notices.some(({ message }) => message === notice.message)) return
  set([...notices, { ...notice, id: ++lastId }])
}

export function dismissNotice(id: number): void {
  set(notices.filter((notice) => notice.id !== id))
}

/** Takes back a warning when what failed has since gone well. */
export function retractNotice(message: string): void {
  if (notices.some((notice) => notice.message === message)) set(notices.filter((notice) => notice.message !== message))
}

export function useNotices(): readonly GlobalNotice[] {
  return useSyncExternalStore(watch, readNotices)
}

export function readNotices(): readonly GlobalNotice[] {
  return notices
}

function set(next: readonly GlobalNotice[]): void {
  notices = next
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
