/** Signs that are copied along with a text and that nobody sees: soft hyphens, those without a width, and direction marks. */
const unseen = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** A typed or copied text as it is looked for: composed letters, single spaces, and nothing that is not seen. */
export const soughtIn = (typed: string): string =>
  typed.normalize('NFC').replaceAll(unseen, '').replaceAll(/\s+/g, ' ').trim()

/** What parts the words of a name, beside spaces; the first of them begins no range in an expression. */
export const hyphens = '-\u2010\u2011'

const betweenWords = new RegExp(`[${hyphens} ,]+`)

/** The words of a name as it is typed, in whichever order: 'Lindgren, Anna-Karin' has three. */
export const wordsOfName = (typed: string): string[] =>
  soughtIn(typed)
    .split(betweenWords)
    .filter((word) => word !== '')
