import { sql, type RawBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'
import { mostWords, wordsIn } from '#platform/contract/search.ts'
import type { Searched } from './area.ts'

export const searchedFor = (typed: string): Searched => ({
  typed: typed.trim(),
  words: [...new Set(wordsIn(typed))].slice(0, mostWords),
})

// A shorter beginning would match most of the words there are, and cost accordingly.
const SHORTEST_BEGINNING = 3

const operand = (word: string) => (word.length < SHORTEST_BEGINNING ? `'${word}'` : `'${word}':*`)

/** The words as `queryOf` takes them. */
export const operandsOf = ({ words }: Pick<Searched, 'words'>): string[] => words.map(operand)

/**
 * A query for the right side of `@@`. It is a subquery, whose value the planner cannot know. Otherwise the planner would read the texts
 * instead of their index for a common word, and with a remembered plan for a rare word as well.
 */
export const queryOf = (operands: readonly string[]): RawBuilder<unknown> =>
  sql`(select search_query(${operands}::text[]))`

export const asQuery = (searched: Pick<Searched, 'words'>): RawBuilder<unknown> => queryOf(operandsOf(searched))

// By Swedish stems, 'bussen' finds 'bussar'. The words as written find 'bromsarna' while only 'bromsarn', which has another stem, has been
// typed, and find the words that the Swedish configuration leaves out. Signs become spaces, so that text and query have the same words.
const functions: Migration = {
  async up(db) {
    await sql`
      create function search_words(written text) returns tsvector language sql immutable parallel safe as $$
        select to_tsvector('swedish', plain) || to_tsvector('simple', plain) from (
          select translate(left(written, 200000), ${sql.lit(signs)}, repeat(' ', ${sql.lit(signs.length)})) as plain
        ) as signless
      $$`.execute(db)
    await sql`
      create function search_query(words text[]) returns tsquery language plpgsql immutable parallel safe as $$
      declare
        word text;
        every tsquery;
        one tsquery;
      begin
        foreach word in array words loop
          one := to_tsquery('swedish', word) || to_tsquery('simple', word);
          every := case when every is null then one else every && one end;
        end loop;
        return every;
      end $$`.execute(db)
  },
}

const signs = `-\u00ad\u2010\u2011\u2013\u2014_/\\.,:;@#"'\u2019\u201d\u00b4\`()[]{}\u2026!?*+=&%|~^<>\u2022\u00a0`

/** Bytes of text from which PostgreSQL can always make a tsvector, which may have at most a megabyte with stems, words and positions. */
const MOST_BYTES = 300_000

// Reasons for this migration: a text of many words in letters of three or four bytes could not be stored, and its import ended there. A
// word that the database splits, such as 'm\u00b2m', became a sequence of one-letter beginnings, for which most texts are read: such a word
// is now found whole. News with letters and marks as separate characters was not found by words with those letters.
const limits: Migration = {
  async up(db) {
    await sql`
      create or replace function search_words(written text) returns tsvector language sql immutable parallel safe as $$
        select to_tsvector('swedish', plain) || to_tsvector('simple', plain) from (
          select translate(
            left(composed, case when octet_length(composed) > ${sql.lit(MOST_BYTES)} then ${sql.lit(MOST_BYTES / 4)} else 200000 end),
            ${sql.lit(signs)}, repeat(' ', ${sql.lit(signs.length)})) as plain
          from (select normalize(left(written, 200000)) as composed offset 0) as letters offset 0
        ) as signless
      $$`.execute(db)
    await sql`
      create or replace function search_query(words text[]) returns tsquery language plpgsql immutable parallel safe as $$
      declare
        word text;
        every tsquery;
        one tsquery;
      begin
        foreach word in array words loop
          one := to_tsquery('simple', word);
          one := case when one::text = word then to_tsquery('swedish', word) || one else plainto_tsquery('simple', word) end;
          every := case when every is null then one else every && one end;
        end loop;
        return every;
      end $$`.execute(db)
  },
}

export const searchMigrations = { '2026-12-10-search': functions, '2026-12-13-search-limits': limits }

/**
 * The digits of a report's number, typed in full or in part: '1120' for 'F-1120', 'f 1120' and '1120'. Null if the text is not such a
 * number.
 */
export function digitsOfNumber(typed: string, letters: string): string | null {
  const [, before = '', digits] = /^\s*(?:(\p{L}{1,2})\s*[-\u2010\u2011\u2013]?\s*)?(\d{2,12})\s*$/u.exec(typed) ?? []
  return digits !== undefined && (before === '' || before.toUpperCase() === letters) ? digits : null
}
