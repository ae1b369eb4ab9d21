import * as z from 'zod/mini'
import { soughtIn } from './sought.ts'
import { text } from './text.ts'

export const SearchHit = z.object({
  rubrik: z.string(),
  /** A line that distinguishes it from others with the same heading: the first words, a place, a state. */
  utdrag: z.string(),
  /** `YYYY-MM-DD`. */
  datum: z.nullable(z.iso.date()),
  /** The path of its screen below /dashboard. */
  vag: z.string(),
})
export type SearchHit = z.infer<typeof SearchHit>

/** Limits of a typed search: its characters, and how many of its words are used. */
export const longestSearch = 100
export const mostWords = 8

/** The words of a typed text, in lower case: letters and digits only. */
export const wordsIn = (typed: string): string[] =>
  soughtIn(typed)
    .toLocaleLowerCase('sv')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a text has a word of at least two characters: one character would find everything. */
export const isSearchable = (typed: string): boolean => wordsIn(typed).some((word) => word.length > 1)

/** The search text of a list; an empty text finds everything. */
export const soughtText = () => text({ max: longestSearch, label: 'Sökningen', readAs: soughtIn })

const tooLittle = 'Skriv minst två tecken'

/** The search text of a search across lists, which must not be empty. */
export const searchText = () =>
  text({ max: longestSearch, min: 1, label: 'Sökningen', required: tooLittle, readAs: soughtIn }).check(
    z.refine(isSearchable, tooLittle),
  )
