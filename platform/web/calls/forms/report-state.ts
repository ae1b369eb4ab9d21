import type { Followed } from '../../phone/outbox/followed.ts'
import { ApiError, NO_ANSWER } from '../../wire/api-error.ts'

/** The outcome of the last report that was sent from a form. */
export type ReportState<Answer> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  /** Stored on the phone until there is coverage. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sent'; readonly answer: Answer }
  /** The report is still in the form. */
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** The report had left the form and could not be sent. It is in the list 'Att skicka', with the reason. */
  | { readonly kind: 'failed'; readonly reason: string }

interface Sending<Answer> {
  readonly busy: boolean
  readonly error: ApiError | null
  readonly answer: Answer | undefined
  readonly waiting: boolean
}

/** Combines both into one state. A waiting report is followed until it has been sent. */
export function stateOf<Answer>(sending: Sending<Answer>, followed: Followed | null): ReportState<Answer> {
  if (sending.busy) return { kind: 'sending' }
  if (sending.error) return { kind: 'refused', error: sending.error }
  if (sending.waiting) return (followed as ReportState<Answer> | null) ?? { kind: 'idle' }
  if (sending.answer === undefined) return { kind: 'idle' }
  return sending.answer === false
    ? { kind: 'refused', error: new ApiError(NO_ANSWER) }
    : { kind: 'sent', answer: sending.answer }
}
