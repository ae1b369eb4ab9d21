/** Kinds of document whose text can be read. */
export const textKinds = ['pdf', 'docx'] as const
export type TextKind = (typeof textKinds)[number]

export interface ReadRequest {
  readonly kind: TextKind
  readonly bytes: Uint8Array
}

/** The characters that are kept of a text, about eighty pages. The rest is not searched. */
export const MOST_TEXT = 200_000
