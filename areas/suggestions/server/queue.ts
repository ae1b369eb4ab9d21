import { sql } from 'kysely'
import { workingDay } from '#core/cases/rules.ts'
import type { Queue } from '#core/cases/server/queue.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { suggestionCases } from '../cases.ts'
import { isAction, nextStates, type SuggestionState } from '../rules.ts'
import { suggestionTables, type SuggestionTables } from './tables.ts'

const s = columnsOf<SuggestionTables['suggestions']>('s')
const e = columnsOf<PeopleTables['employees']>('e')

const state = (name: SuggestionState, tone: Queue['states'][string]['tone'], template = '', needsText = false) => ({
  tone,
  next: nextStates[name],
  needsText,
  template,
})

/** The office's queue of suggestions. What is written with a state is read by the whole company, as the list of suggestions is. */
export const suggestionQueue: Queue<SuggestionState> = {
  calls: suggestionCases,
  searched: true,
  states: {
    Nytt: state('Nytt', 'blue'),
    'Under utredning': state('Under utredning', 'amber', 'Tack för förslaget! Vi tittar på det och återkommer.'),
    Planerat: state('Planerat', 'blue'),
    Genomfört: state('Genomfört', 'green'),
    Avböjt: state('Avböjt', 'neutral', '', true),
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
    return new Map(rows.map(({ id, title, description }) => [id, { title, facts: [description] }]))
  },

  async details(db, { company, id }) {
    const suggestion = selected({
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
        ...(found?.comments ? [{ label: 'Kommentarer', value: found.comments }] : []),
        ...(found?.actions ? [{ label: 'Åtgärder', value: found.actions }] : []),
        { label: 'Läses av', value: 'Alla i bolaget när statusen ändras, annars bara förslagsställaren' },
      ],
      about: null,
      repeats: null,
    }
  },

  async project(tx, { company, id, by, state: next, text }) {
    if (next === null) return
    const said = isAction(next) ? 'actions' : 'comments'
    const author = selected({ first: e('first_name'), last: e('last_name') })
    const { rows } = await sql<RowOf<typeof author>>`
      select ${author} from employees e where e.company = ${company} and e.id = ${by}`.execute(tx)
    const name = [rows[0]?.first, rows[0]?.last].filter(Boolean).join(' ')
    await suggestionTables(tx)
      .updateTable('suggestions')
      .set({
        status: next,
        // Signed, and below what has been written before: everybody may follow how it went.
        ...(text !== null && {
          [said]: sql`concat_ws(${'\n\n'}::text, nullif(${sql.ref(said)}, ''), ${`${text}\n/${name}`}::text)`,
        }),
      })
      .where('company', '=', company)
      .where('id', '=', id)
      .execute()
  },
}
