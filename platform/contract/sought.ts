/** Invisible characters that are copied along with a text: soft hyphens, characters without a width, and direction marks. */
const unseen = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Normalises a typed or copied text for a search: composed letters, single spaces, no invisible characters. */
export const soughtIn = (typed: string): string =>
  typed.normalize('NFC').replaceAll(unseen, '').replaceAll(/\s+/g, ' ').trim()

/**
 * The characters besides spaces that separate the words of a name. The first is the plain hyphen: at the start of a character class it
 * makes no range.
 */
export const hyphens = '-\u2010\u2011'

const betweenWords = new RegExp(`[${hyphens} ,]+`)

/** The words of a typed name, in any order: 'Lindgren, Anna-Karin' has three. */
export const wordsOfName = (typed: string): string[] =>
  soughtIn(typed)
    .split(betweenWords)
    .filter((word) => word !== '')
