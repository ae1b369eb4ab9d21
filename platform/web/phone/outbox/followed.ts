import type { OutboxView } from './state.ts'

// The server's answers to waiting items, by key, since this page was opened: for receipts that are still shown.
const answers = new Map<string, unknown>()

export function recordAnswer(id: string, answer: unknown): void {
  answers.set(id, answer)
}

/** The state of a waiting item: none if it was removed by hand, or sent before this page was opened. */
export type Followed =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sent'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly reason: string }

export function followedIn({ items }: OutboxView, id: string): Followed | null {
  if (answers.has(id)) return { kind: 'sent', answer: answers.get(id) }
  const item = items.find((each) => each.id === id)
  if (!item) return null
  // Sent by another tab, so the answer is unknown.
  if (item.state === 'sent') return { kind: 'sent', answer: undefined }
  return item.state === 'failed' ? { kind: 'failed', reason: item.reason ?? '' } : { kind: 'waiting' }
}
