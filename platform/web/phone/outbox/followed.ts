import type { OutboxView } from './state.ts'

// The server's answers to items that have waited, by key, since this page was opened. For receipts that are still
// shown.
const answers = new Map<string, unknown>()

export function recordAnswer(id: string, answer: unknown): void {
  answers.set(id, answer)
}

/**
 * The state of an item that has waited. None if it was removed by the employee, or sent before this page was opened.
 */
export type Followed =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sent'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly reason: string }

export function followedIn({ items }: OutboxView, id: string): Followed | null {
  if (answers.has(id)) return { kind: 'sent', answer: answers.get(id) }
  const item = items.find((each) => each.id === id)
  if (!item) return null
  // Another tab has sent the item, so the answer is unknown.
  if (item.state === 'sent') return { kind: 'sent', answer: undefined }
  return item.state === 'failed' ? { kind: 'failed', reason: item.reason ?? '' } : { kind: 'waiting' }
}
