import { sql } from 'kysely'
import type { Queue } from '#core/cases/server/queue.ts'
import { columnsOf, columnsOrNull, selected, type RowOf } from '#platform/server/db/rows.ts'
import { commentCases } from '../cases.ts'
import type { Moderated } from '../rules.ts'
import type { NewsTables } from './tables.ts'

/** The state of a comment that its author has removed before the office decided. */
export const removedInTime = 'Borttagen av skribenten'

const r = columnsOf<NewsTables['reported_comments']>('r')
const m = columnsOrNull<NewsTables['news_comments']>('m')
const i = columnsOrNull<NewsTables['news_items']>('i')

/** The queue of reported comments. A comment is one case, however many employees have reported it. The office does not see who they are. */
export const commentQueue: Queue<'Anmäld' | Moderated | typeof removedInTime> = {
  calls: commentCases,
  notOwn: 'Om din egen kommentar beslutar en kollega.',
  states: {
    Anmäld: { tone: 'amber', icon: 'flagged', next: ['Behållen', 'Dold', 'Borttagen'] },
    Dold: {
      tone: 'blue',
      icon: 'hidden',
      next: ['Behållen', 'Borttagen'],
      needsText: true,
      template: 'Vi har dolt din kommentar så länge. Ändra den så att den inte pekar ut någon, så visar vi den igen.',
    },
    Behållen: {
      tone: 'green',
      icon: 'done',
      next: [],
      template: 'Din kommentar var anmäld. Vi har läst den och den får vara kvar.',
    },
    Borttagen: {
      tone: 'red',
      icon: 'closed',
      next: [],
      needsText: true,
      template: 'Vi har tagit bort din kommentar eftersom den är kränkande mot en kollega.',
    },
    [removedInTime]: { tone: 'neutral', icon: 'closed', next: [] },
  },

  retention: {
    kept: [{ category: null, months: 12, why: 'Det som upprepas ska gå att se.' }],
    // The comment keeps the decision and its reason.
    async forget(tx, company, ids) {
      await sql`delete from reported_comments where company = ${company} and id = any(${[...ids]})`.execute(tx)
    },
  },

  promise: ({ answered }) =>
    answered
      ? { what: 'Beslut', minutes: 5 * 24 * 60, count: 'all' }
      : { what: 'Första svar', minutes: 4 * 60, count: 'all' },

  async rows(db, company, ids) {
    const reported = selected({
      id: r('id'),
      body: m('body'),
      item: i('title'),
      reasons: sql<string[]>`array(select distinct p.reason from comment_reports p
        where p.company = r.company and p.reported_id = r.id order by p.reason)`,
    })
    const { rows } = await sql<RowOf<typeof reported>>`
      select ${reported} from reported_comments r left join news_comments m on m.id = r.comment_id left join news_items i on i.id = m.item_id
      where r.company = ${company} and r.id = any(${[...ids]})`.execute(db)
    return new Map(
      rows.map(({ id, body, reasons, item }) => [
        id,
        {
          title: body === null ? isGone : reasons.join(' · ') || 'Anmäld kommentar',
          facts: [],
          account: [body, item].filter((fact) => fact !== null),
        },
      ]),
    )
  },

  async details(db, { company, id }) {
    const reported = selected({
      body: m('body'),
      item: i('title'),
      reasons: sql<{ reason: string; count: number }[]>`(
        select coalesce(json_agg(json_build_object('reason', g.reason, 'count', g.count) order by g.count desc), '[]'::json)
        from (select p.reason, count(*)::int as count from comment_reports p
          where p.company = r.company and p.reported_id = r.id group by p.reason) g)`,
    })
    const { rows } = await sql<RowOf<typeof reported>>`
      select ${reported} from reported_comments r left join news_comments m on m.id = r.comment_id left join news_items i on i.id = m.item_id
      where r.company = ${company} and r.id = ${id}`.execute(db)
    const [found] = rows
    return {
      text: found?.body ?? null,
      pictures: [],
      details: [
        ...(found?.body === null ? [{ label: 'Kommentaren', value: isGone }] : []),
        ...(found?.item ? [{ label: 'Nyhet', value: found.item }] : []),
        ...(found?.reasons ?? []).map(({ reason, count }) => ({
          label: reason,
          value: count === 1 ? 'Anmäld av 1 person' : `Anmäld av ${count} personer`,
        })),
      ],
      about: 'Kommentaren',
      repeats: null,
    }
  },

  async heldBack(db, company, id) {
    const { rows } = await sql`
      select 1 from case_events e
      where e.company = ${company} and e.kind = ${commentCases.kind} and e.case_id = ${id} and e.type = 'changed'
        and not exists (select from case_events d where d.company = e.company and d.kind = e.kind and d.case_id = e.case_id
          and d.type in ('state', 'answered') and d.seq > e.seq)`.execute(db)
    return rows.length > 0 ? 'Kommentaren har ändrats sedan den anmäldes. Läs den för sig.' : null
  },

  async project(tx, { company, id, state, text }) {
    if (state === null) return
    const moderation = state === 'Dold' || state === 'Borttagen' ? state : null
    await sql`
      update news_comments m set moderation = ${moderation}, moderated_why = ${moderation && text}
      from reported_comments r where r.company = ${company} and r.id = ${id} and m.id = r.comment_id`.execute(tx)
    await sql`
      update reported_comments set decided = ${state === 'Behållen' || state === 'Borttagen'}
      where company = ${company} and id = ${id}`.execute(tx)
  },
}

/** Its author has removed it, or its item has been withdrawn. */
const isGone = 'Kommentaren finns inte längre'
