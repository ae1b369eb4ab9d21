/** Signs that are copied along with a text and that nobody sees: soft hyphens, those without a width, and direction marks. */
const unseen = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** A typed or copied text as it is looked for: composed letters, single spaces, and nothing that is not seen. */
export const soughtIn = (typed: string): string =>
  typed.normalize('NFC').replaceAll(unseen, '').replaceAll(/\s+/g, ' ').trim()
