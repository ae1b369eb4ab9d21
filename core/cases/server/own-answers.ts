import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { accountNews } from '#core/audit/server/openings.ts'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { answer } from '#platform/server/http/answer.ts'
import type { CaseCalls } from '../calls.ts'
import { answerKey, OwnAnswers, type Written } from '../messages.ts'
import { getOwnAnswers } from '../own-calls.ts'
import type { CaseTables } from './tables.ts'

/** Older answers are no news. */
const DAYS = 60

const c = columnsOf<CaseTables['cases']>('c')
const e = columnsOf<CaseTables['case_events']>('e')

/** Whether the event `e` is an answer or a decision for the reporter of the case `c`, and not an act of the reporter. */
const answering = sql<boolean>`e.public and e.type in ('state', 'answered', 'asked', 'merged')
  and e.by_id is distinct from c.reporter_id`

const counted = selected({
  about: c('about'),
  number: c('number'),
  count: sql<number>`(select count(*)::int from case_events e
    where e.company = c.company and e.kind = c.kind and e.case_id = c.id and ${answering})`,
})

interface AnswersSeen {
  readonly number: string
  /** The key by which the case's latest answer is remembered as seen; null if there is no answer. */
  readonly key: string | null
  /** The same of the answers in earlier cases about the thing. */
  readonly earlier: readonly string[]
}

/** For each of `abouts`, the employee's latest case about it, and the keys of the answers in all of them. */
export async function answersSeen(
  db: Database,
  { kind }: Pick<CaseCalls, 'kind'>,
  reporterId: string,
  abouts: readonly string[],
): Promise<ReadonlyMap<string, AnswersSeen>> {
  if (abouts.length === 0) return new Map()
  const { rows } = await sql<RowOf<typeof counted>>`
    select ${counted} from cases c where c.reporter_id = ${reporterId} and c.kind = ${kind} and c.about = any(${[...abouts]})
    order by c.id`.execute(db)
  const seen = new Map<string, AnswersSeen>()
  for (const { about, number, count } of rows) {
    const before = seen.get(about ?? '')
    const earlier = before ? [...before.earlier, ...(before.key === null ? [] : [before.key])] : []
    seen.set(about ?? '', { number, key: count > 0 ? answerKey(kind, number, count) : null, earlier })
  }
  return seen
}

/**
 * What the office has written to the employee in the cases about each of `abouts`, oldest first: in answers, and with states. For an area
 * that itself keeps no texts of states.
 */
export async function writtenTo(
  db: Database,
  { kind }: Pick<CaseCalls, 'kind'>,
  reporter: { readonly id: string; readonly timeZone: string },
  abouts: readonly string[],
): Promise<ReadonlyMap<string, Written[]>> {
  if (abouts.length === 0) return new Map()
  const written = selected({ about: c('about'), at: e('at'), body: e('body') })
  const { rows } = await sql<RowOf<typeof written>>`
    select ${written} from cases c
    join case_events e on e.company = c.company and e.kind = c.kind and e.case_id = c.id
    where c.reporter_id = ${reporter.id} and c.kind = ${kind} and c.about = any(${[...abouts]})
      and ${answering} and e.body->>'text' is not null
    order by c.id, e.seq`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ about }) => about ?? '')].map(([about, events]) => [
      about,
      events.map(({ at, body }) => ({ at: wallClockIn(reporter.timeZone, at), text: body.text ?? '' })),
    ]),
  )
}

/**
 * The answers of the queues that the employee's home shows as new, and the accounts that were linked to the employee, which `accountsPage`
 * shows.
 */
export const ownAnswerRoutes =
  (queues: readonly Pick<CaseCalls, 'kind' | 'words'>[], accountsPage: string) =>
  (app: FastifyInstance, { db, clock, variants }: Platform): void => {
    const notice = new Map(queues.map(({ kind, words }) => [kind, words.notice]))
    answer(app, getOwnAnswers, { answer: OwnAnswers }, async ({ employee: { id, company } }) => {
      const latest = selected({
        kind: c('kind'),
        number: c('number'),
        about: c('about'),
        at: e('at'),
        type: e('type'),
        body: e('body'),
        count: sql<number>`e.count`,
      })
      const since = new Date(clock().getTime() - DAYS * 86_400_000)
      // Not only in the employee's own company, because a suggestion may be addressed to another.
      const { rows } = await sql<RowOf<typeof latest>>`
        select ${latest} from cases c cross join lateral (
          select e.at, e.type, e.body, count(*) over ()::int as count from case_events e
          where e.company = c.company and e.kind = c.kind and e.case_id = c.id and ${answering}
          order by e.seq desc limit 1) e
        where c.reporter_id = ${id} and c.kind = any(${[...notice.keys()]}) and ${e('at')} > ${since}
        order by e.at desc limit 50`.execute(db)
      const answers = rows.flatMap(({ kind, number, about, at, type, body, count }) => {
        const words = notice.get(kind)
        if (!words) return []
        const what =
          type === 'asked' ? 'Kontoret har en fråga' : type === 'state' ? (body.to ?? '') : 'Kontoret har svarat'
        return [
          {
            key: answerKey(kind, number, count),
            at: wallClockIn(variants.timeZoneOf(company), at),
            text: `${words.thing(number, about)}: ${what}`,
            ...(body.text !== undefined && { said: body.text }),
            page: words.page(about),
          },
        ]
      })
      const accounts = await accountNews(db, { id }, variants.timeZoneOf(company), since)
      return [...accounts.map((each) => ({ ...each, page: accountsPage })), ...answers]
    })
  }
