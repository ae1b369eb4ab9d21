/** A write under way or of unknown outcome: the same again goes by the same key, after a reload too. */
export interface Attempt {
  readonly text: string
  readonly key: string
}

/** The last attempt where it was of the same, else a new one. */
export function attemptAt(text: string, last: Attempt | null): Attempt {
  return last?.text === text && typeof last.key === 'string' ? last : { text, key: crypto.randomUUID() }
}
