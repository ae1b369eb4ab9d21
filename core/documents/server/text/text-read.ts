/** Kinds of document whose text can be read. */
export const textKinds = ['pdf', 'docx'] as const
export type TextKind = (typeof textKinds)[number]

export interface ReadRequest {
  readonly kind: TextKind
  readonly bytes: Uint8Array
}

/** What the process that reads documents may use, in bytes. */
export const READER_MEMORY = 700 * 1024 * 1024

/** The characters that are kept of a text, about eighty pages. The rest is not searched. */
export const MOST_TEXT = 200_000
