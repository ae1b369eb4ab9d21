import { useStore } from '../page/use-store.ts'
import { createStore } from '../page/watch.ts'

/** A warning in the list at the top of every screen. */
export interface GlobalNotice {
  readonly id: number
  readonly type: 'network'
  readonly severity: 'warning'
  readonly message: string
  /** Whether it is about a failed load. Without coverage all loads fail, and one line at the top says so instead. */
  readonly load: boolean
  /** The names of the calls that have failed with this text. */
  readonly calls: Set<string>
}

const notices = createStore<readonly GlobalNotice[]>([])
let lastId = 0

/**
 * Adds a warning. The same text is shown only once, whichever calls failed. `call` is the name of the failed call, if others have the same
 * text; `load`: whether it is a load.
 */
export function addNotice(message: string, call = message, load = false): void {
  const same = readNotices().find((notice) => notice.message === message)
  if (same) same.calls.add(call)
  else
    notices.set([
      ...readNotices(),
      { id: ++lastId, type: 'network', severity: 'warning', message, load, calls: new Set([call]) },
    ])
}

export function dismissNotice(id: number): void {
  notices.set(readNotices().filter((notice) => notice.id !== id))
}

/** Removes a warning when the last call that failed with it has since succeeded. */
export function retractNotice(call: string): void {
  const left = readNotices().filter(({ calls }) => !calls.delete(call) || calls.size > 0)
  if (left.length < readNotices().length) notices.set(left)
}

export function useNotices(): readonly GlobalNotice[] {
  return useStore(notices)
}

export const readNotices = notices.get
