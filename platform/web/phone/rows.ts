/** Typed text that has not been sent, per employee: a phone may be shared. */
export interface DraftRow {
  readonly subject: string
  readonly key: string
  /** Anything that can be cloned; photos as their bytes (stored-file.ts). */
  readonly value: unknown
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

/** An answer as it arrived, with the employee who received it. */
export interface AnswerRow {
  readonly subject: string
  readonly address: string
  readonly answer: unknown
  /** When it came, milliseconds since 1970. */
  readonly at: number
  /** Its approximate size in bytes. */
  readonly size: number
}
