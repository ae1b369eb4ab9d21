import { useStore } from '../page/use-store.ts'
import { createStore } from '../page/watch.ts'

/** A warning in the list at the top of every screen. */
export interface GlobalNotice {
  readonly id: number
  readonly type: 'network'
  readonly severity: 'warning'
  readonly message: string
  /** Whether it is about a failed load. Without coverage all loads fail, and one line at the top says so instead. */
  readonly load?: boolean
}

const notices = createStore<readonly GlobalNotice[]>([])
let lastId = 0

/** Adds a warning. The same text is shown only once. */
export function addNotice(notice: Omit<GlobalNotice, 'id'>): void {
  if (readNotices().some(({ message }) => message === notice.message)) return
  notices.set([...readNotices(), { ...notice, id: ++lastId }])
}

export function dismissNotice(id: number): void {
  notices.set(readNotices().filter((notice) => notice.id !== id))
}

/** Removes a warning when the failed call has since succeeded. */
export function retractNotice(message: string): void {
  if (readNotices().some((notice) => notice.message === message))
    notices.set(readNotices().filter((notice) => notice.message !== message))
}

export function useNotices(): readonly GlobalNotice[] {
  return useStore(notices)
}

export const readNotices = notices.get
