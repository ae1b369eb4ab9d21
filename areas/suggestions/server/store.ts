import { sql, type Selectable } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type AllWritten, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import { enteringOf, type Entering } from '#core/cases/server/on-behalf.ts'
import { suggestionCases } from '../cases.ts'
import { nameOf } from '#core/people/server/names.ts'
import type { NewSuggestion, Suggestion } from '../contract.ts'
import { suggestionTables as tables, type SuggestionTables } from './tables.ts'

/** Required: fields that are optional in the contract must be selected too. */
export type StoredSuggestion = Required<Omit<Suggestion, 'datumForslag' | 'eget'>> & {
  readonly createdAt: Date
  /** The company that it is addressed to. */
  readonly company: string
  readonly isOwn: boolean
  /** Who in the office has entered the employee's own suggestion; null if the employee wrote it. */
  readonly entering: Entering | null
}

const s = columnsOf<SuggestionTables['suggestions']>('s')

const suggestionFor = (readerId: string) => {
  const isOwn = sql<boolean>`coalesce(${s('author_id')} = ${readerId}, false)`
  const entering = enteringOf(suggestionCases.kind, { company: s('company'), id: s('id') })
  return selected({
    id: s('id'),
    rubrik: s('title'),
    createdAt: s('created_at'),
    status: s('status'),
    skapadAv: sql<string>`coalesce(${nameOf('e')}, 'Tidigare anställd')`,
    beskrivning: s('description'),
    kommentarer: s('comments'),
    atgarder: s('actions'),
    company: s('company'),
    isOwn,
    entering: sql<Entering | null>`case when ${isOwn} then ${entering} end`,
  })
}

/** One page of the suggestions that the employee may see, newest first: those addressed to the company, and his or her own. */
export async function suggestionsFor(
  db: Database,
  scope: RequestScope,
  { page, size }: { page: number; size: number },
): Promise<StoredSuggestion[]> {
  const last = (page + 1) * size
  const suggestion = suggestionFor(scope.id)
  // Each half scans one index and stops at the end of the page; an `or` would read and sort all rows.
  const { rows } = await sql<RowOf<typeof suggestion>>`
    with seen as (
      (select id, created_at from suggestions where company = ${scope.company}
        order by created_at desc, id desc limit ${last})
      union
      (select id, created_at from suggestions where author_id = ${scope.id}
        order by created_at desc, id desc limit ${last})
    ), page as (
      select id from seen order by created_at desc, id desc limit ${size} offset ${page * size}
    )
    select ${suggestion} from page join suggestions s using (id) left join employees e on e.id = s.author_id
    order by s.created_at desc, s.id desc`.execute(db)
  return rows
}

export async function ownSuggestion(db: Database, authorId: string, id: number): Promise<StoredSuggestion | undefined> {
  const suggestion = suggestionFor(authorId)
  const { rows } = await sql<RowOf<typeof suggestion>>`
    select ${suggestion} from suggestions s join employees e on e.id = s.author_id
    where s.id = ${id} and s.author_id = ${authorId}`.execute(db)
  return rows[0]
}

/** The company that one of the author's own suggestions is addressed to, by its spoken number; null if it is not one. */
export async function addressedTo(db: Database, authorId: string, spoken: string): Promise<string | null> {
  const { rows } = await sql<Pick<Selectable<SuggestionTables['suggestions']>, 'company'>>`
    select company from suggestions where author_id = ${authorId} and 'FS-' || number = ${spoken}`.execute(db)
  return rows[0]?.company ?? null
}

/** Stores a suggestion and returns its id and its number. */
export async function saveSuggestion(
  db: Database,
  authorId: string,
  suggestion: NewSuggestion,
  at: Date,
): Promise<{ id: number; number: number }> {
  const { Rubrik, Bolag, Beskrivning, ...unwritten } = suggestion
  unwritten satisfies AllWritten
  return tables(db)
    .insertInto('suggestions')
    .values({
      company: Bolag,
      author_id: authorId,
      title: Rubrik,
      description: Beskrivning,
      created_at: at,
    } satisfies NewRow<SuggestionTables['suggestions']>)
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
}
