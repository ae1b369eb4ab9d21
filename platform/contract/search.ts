import * as z from 'zod/mini'
import { soughtIn } from './sought.ts'
import { text } from './text.ts'

/** Something that was found. */
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

/** What an employee looks for, as far as it is typed: at least two characters, and at most eight words. */
export const longestSearch = 100
export const mostWords = 8

/** The words of a typed text, in lower case: letters and digits only. */
export const wordsIn = (typed: string): string[] =>
  soughtIn(typed)
    .toLocaleLowerCase('sv')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a text is long enough to be looked for: one character would find everything. */
export const isSearchable = (typed: string): boolean => wordsIn(typed).some((word) => word.length > 1)

/** What is looked for in a list: an empty text is everything. */
export const soughtText = () => text({ max: longestSearch, label: 'Sökningen', readAs: soughtIn })

const tooLittle = 'Skriv minst två tecken'

/** What is looked for everywhere. */
export const searchText = () =>
  text({ max: longestSearch, min: 1, label: 'Sökningen', required: tooLittle, readAs: soughtIn }).check(
    z.refine(isSearchable, tooLittle),
  )
