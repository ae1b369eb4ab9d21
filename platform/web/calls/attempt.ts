/**
 * A write that is being sent or whose outcome is unknown. The same content is sent again with the same key, also after a
 * reload.
 */
export interface Attempt {
  readonly text: string
  readonly key: string
}

/** The last attempt if it had the same content, otherwise a new one. */
export function attemptAt(text: string, last: Attempt | null): Attempt {
  return last?.text === text && typeof last.key === 'string' ? last : { text, key: crypto.randomUUID() }
}
