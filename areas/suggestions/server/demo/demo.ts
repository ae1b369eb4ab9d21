import { sql } from 'kysely'
import { addDemoCases, type DemoEvent } from '#core/cases/server/demo/add-cases.ts'
import { addDays } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { nameOf } from '#core/people/server/names.ts'
import { saidIn, spokenNumber } from '../../rules.ts'
import { suggestionQueue } from '../queue.ts'
import { suggestionsOfNorr } from './norr.ts'
import { suggestionsOfOst } from './ost.ts'
import type { DemoRow } from './row.ts'
import { suggestionsOfSyd } from './syd.ts'
import { suggestionsOfVast } from './vast.ts'

const companies: Readonly<Record<string, readonly DemoRow[]>> = {
  norr: suggestionsOfNorr,
  vast: suggestionsOfVast,
  syd: suggestionsOfSyd,
  ost: suggestionsOfOst,
}

/**
 * Who handles suggestions in the demo (demo/office.ts), by company; the first has those that somebody else has answered. An owner without the
 * role would lose the cases within the hour.
 */
const handlers: Readonly<Record<string, readonly string[]>> = {
  norr: ['monica', 'karl-erik', 'roger'],
  vast: ['hans', 'tommy'],
  syd: ['magnus', 'bengt'],
  ost: ['mikael', 'conny', 'farid'],
}

const DAY_MS = 86_400_000
/** How long after a suggestion the office decided about it. */
const DECIDED_MS = 4 * DAY_MS

/** The suggestions of companies that have none yet, each with its case. */
export async function fillDemo({ db, variants }: Platform, today: string): Promise<void> {
  for (const [company, rows] of Object.entries(companies))
    await db
      .transaction()
      .execute((tx) => fillCompany(tx, { company, timeZone: variants.timeZoneOf(company) }, rows, today))
}

async function fillCompany(
  tx: Database,
  where: { readonly company: string; readonly timeZone: string },
  rows: readonly DemoRow[],
  today: string,
): Promise<void> {
  const made = rows.map(({ daysAgo, time, ...row }) => ({
    ...row,
    createdAt: new Date(`${addDays(today, -daysAgo)}T${time}:00Z`),
  }))
  const { rows: added } = await sql<{ id: number; number: number; author: string; reporterId: string; title: string }>`
    with added as (
      insert into suggestions (company, author_id, title, description, status, comments, actions, created_at)
      select e.company, e.id, d.title, d.description, d.status, coalesce(d.comments, ''), coalesce(d.actions, ''), d."createdAt"
      from json_to_recordset(${JSON.stringify(made)}::json)
        as d(author text, title text, description text, status text, comments text, actions text, "createdAt" timestamptz)
      join employees e on e.company = ${where.company} and e.user_name = d.author
      where not exists (select 1 from suggestions s where s.company = ${where.company})
      order by d."createdAt" returning id, number, author_id, title)
    select a.id, a.number, a.title, a.author_id as "reporterId", e.user_name as author
    from added a join employees e on e.id = a.author_id`.execute(tx)
  const { rows: office } = await sql<{ name: string; userName: string }>`
    select ${nameOf('e')} as name, e.user_name as "userName" from employees e where e.company = ${where.company}`.execute(
    tx,
  )
  const userNames = new Map(office.map(({ name, userName }) => [name, userName]))
  const signed = ({ comments = '' }: DemoRow) => userNames.get(comments.split('\n/').at(-1) ?? '')
  const somebody = rows.map(signed).find((found) => found !== undefined) ?? null
  const cases = added.flatMap(({ id, number, reporterId, title, author }) => {
    const row = made.find((each) => each.title === title && each.author === author)
    const of = rows.find((each) => each.title === title && each.author === author)
    if (!row || !of) return []
    const by = signed(of) ?? somebody
    const events = eventsOf(of, row.createdAt, by)
    const handling = handlers[where.company] ?? []
    return {
      id,
      number: spokenNumber(number),
      about: String(id),
      reporterId,
      received: row.createdAt,
      events,
      ...(events.some((event) => event.by !== null) && !handling.includes(by ?? '') && { owner: handling[0] }),
    }
  })
  await addDemoCases(tx, suggestionQueue, where, cases)
}

function eventsOf(
  { status, comments = '', actions = '', asked, reply }: DemoRow,
  created: Date,
  by: string | null,
): DemoEvent[] {
  const after = (ms: number) => new Date(created.getTime() + ms)
  const text = (saidIn(status) === 'actions' && actions) || comments.split('\n/')[0]
  return [
    ...(status === 'Nytt'
      ? []
      : [{ type: 'state' as const, at: after(DECIDED_MS), by, to: status, ...(text && { text }) }]),
    ...(asked === undefined ? [] : [{ type: 'asked' as const, at: after(DAY_MS), by, text: asked }]),
    ...(reply === undefined ? [] : [{ type: 'replied' as const, at: after(1.4 * DAY_MS), by: null, text: reply }]),
  ]
}
