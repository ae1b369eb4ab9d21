import { sql } from 'kysely'
import { workingDay } from '#core/cases/rules.ts'
import { replaceBlock } from '#core/cases/server/answer-blocks.ts'
import type { Queue } from '#core/cases/server/queue.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { suggestionCases } from '../cases.ts'
import { nextStates, saidIn, type SuggestionState } from '../rules.ts'
import { suggestionTables, type SuggestionTables } from './tables.ts'

const s = columnsOf<SuggestionTables['suggestions']>('s')
const e = columnsOf<PeopleTables['employees']>('e')

/** The names of a suggestion's texts, by which words in them are hidden. */
const parts = {
  title: 'detail:title',
  description: 'text',
  comments: 'detail:comments',
  actions: 'detail:actions',
} as const
/** Separates an answer from the name below it. */
const SIGN = '\n/'
const columns = ['title', 'description', 'comments', 'actions'] as const satisfies (keyof typeof parts)[]

const state = (
  name: SuggestionState,
  look: Pick<Queue['states'][string], 'tone' | 'icon'>,
  template = '',
  needsText = false,
) => ({
  ...look,
  next: nextStates[name],
  needsText,
  template,
})

/** The office's queue of suggestions. The whole company reads what the office writes with a state, as it reads the list of suggestions. */
export const suggestionQueue: Queue<SuggestionState> = {
  calls: suggestionCases,
  // Two employees may have worded the same suggestion differently.
  merges: 'any',
  searched: true,
  states: {
    Nytt: state('Nytt', { tone: 'blue', icon: 'new' }),
    'Under utredning': state(
      'Under utredning',
      { tone: 'amber', icon: 'received' },
      'Tack för förslaget! Vi tittar på det och återkommer.',
    ),
    Planerat: state('Planerat', { tone: 'blue', icon: 'planned' }),
    Genomfört: state('Genomfört', { tone: 'green', icon: 'done' }),
    Avböjt: state('Avböjt', { tone: 'neutral', icon: 'closed' }, '', true),
  },

  retention: {
    kept: [{ category: null, months: 36, why: 'Samma förslag ska inte utredas två gånger.' }],
    async forget(tx, company, ids) {
      await sql`delete from suggestions where company = ${company} and id = any(${[...ids]})`.execute(tx)
    },
  },

  promise: ({ answered }) => (answered ? null : { what: 'Första svar', minutes: 10 * workingDay, count: 'working' }),

  async rows(db, company, ids) {
    const row = selected({ id: s('id'), title: s('title'), description: s('description') })
    const { rows } = await sql<RowOf<typeof row>>`
      select ${row} from suggestions s where s.company = ${company} and s.id = any(${[...ids]})`.execute(db)
    return new Map(rows.map(({ id, title, description }) => [id, { title, facts: [], account: [description] }]))
  },

  async details(db, { company, id }) {
    const suggestion = selected({
      title: s('title'),
      text: s('description'),
      comments: s('comments'),
      actions: s('actions'),
      home: sql<string | null>`(select n.name from employees a join companies n on n.id = a.company
        where a.id = s.author_id and a.company <> s.company)`,
    })
    const { rows } = await sql<RowOf<typeof suggestion>>`
      select ${suggestion} from suggestions s where s.company = ${company} and s.id = ${id}`.execute(db)
    const [found] = rows
    return {
      text: found?.text ?? null,
      pictures: [],
      details: [
        ...(found?.home ? [{ label: 'Kommer från', value: found.home }] : []),
        ...(found ? [{ label: 'Rubrik', value: found.title, part: parts.title }] : []),
        ...(found?.comments ? [{ label: 'Kommentarer', value: found.comments, part: parts.comments }] : []),
        ...(found?.actions ? [{ label: 'Åtgärder', value: found.actions, part: parts.actions }] : []),
        { label: 'Läses av', value: 'Alla i bolaget när statusen ändras, annars bara förslagsställaren' },
      ],
      about: null,
      repeats: null,
    }
  },

  async project(tx, { company, id, by, state: next, text }) {
    if (next === null) return
    const said = saidIn(next)
    const author = selected({ first: e('first_name'), last: e('last_name') })
    const { rows } = await sql<RowOf<typeof author>>`
      select ${author} from employees e where e.company = ${company} and e.id = ${by}`.execute(tx)
    const name = [rows[0]?.first, rows[0]?.last].filter(Boolean).join(' ')
    await suggestionTables(tx)
      .updateTable('suggestions')
      .set({
        status: next,
        // The answer is signed and added below the earlier ones, so that everybody can follow what has been done.
        ...(text !== null && {
          [said]: sql`concat_ws(${'\n\n'}::text, nullif(${sql.ref(said)}, ''), ${`${text}${SIGN}${name}`}::text)`,
        }),
      })
      .where('company', '=', company)
      .where('id', '=', id)
      .execute()
  },

  texts: {
    async of(db, company, id) {
      const found = await suggestionTables(db)
        .selectFrom('suggestions')
        .select(['title', 'description', 'comments', 'actions'])
        .where('company', '=', company)
        .where('id', '=', id)
        .executeTakeFirst()
      return found ? Object.fromEntries(columns.map((column) => [parts[column], found[column]])) : {}
    },
    answers: { parts: [parts.comments, parts.actions], sign: SIGN },
    async write(tx, { company, id, part, text }) {
      const column = columns.find((each) => parts[each] === part)
      if (column)
        await sql`
          update suggestions set ${sql.ref(column)} = ${text} where company = ${company} and id = ${id}`.execute(tx)
    },
    // Comments and actions are each a sequence of signed answers in one text.
    async replaceAnswer(tx, { company, id, before, after, to, earlier }) {
      if (to === null) return
      const said = saidIn(to)
      const found = await suggestionTables(tx)
        .selectFrom('suggestions')
        .select(said)
        .where('company', '=', company)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      const nth = earlier.filter((each) => each !== null && saidIn(each) === said).length
      const text = replaceBlock(found?.[said] ?? '', { before, after, nth, sign: SIGN })
      await suggestionTables(tx)
        .updateTable('suggestions')
        .set({ [said]: text })
        .where('company', '=', company)
        .where('id', '=', id)
        .execute()
    },
  },
}
