/** What has been typed and not sent, under the person who typed it: a phone may be shared. */
export interface DraftRow {
  readonly subject: string
  readonly key: string
  /** Whatever structured cloning takes: photos as Blobs, too. */
  readonly value: unknown
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

/** An answer as it came, under the person it was given to. */
export interface AnswerRow {
  readonly subject: string
  readonly address: string
  readonly answer: unknown
  /** When it came, milliseconds since 1970. */
  readonly at: number
  /** About how many bytes. */
  readonly size: number
}
