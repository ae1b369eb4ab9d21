import type { OutboxView } from './state.ts'

// What the server answered to what had waited, by key, since this page was opened: for the receipts that are still to be seen.
const answers = new Map<string, unknown>()

export function noteSent(id: string, answer: unknown): void {
  answers.set(id, answer)
}

/** What has become of what waited: nothing where it has been taken away by hand, or was sent before this page was opened. */
export type Followed =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sent'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly reason: string }

export function followedIn({ items }: OutboxView, id: string): Followed | null {
  if (answers.has(id)) return { kind: 'sent', answer: answers.get(id) }
  const item = items.find((each) => each.id === id)
  if (!item) return null
  // Sent by another tab, which has not said what the answer was.
  if (item.state === 'sent') return { kind: 'sent', answer: undefined }
  return item.state === 'failed' ? { kind: 'failed', reason: item.reason ?? '' } : { kind: 'waiting' }
}
