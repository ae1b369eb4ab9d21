import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { scopesAwaited } from '#core/people/server/roles/asked-roles.ts'
import { scopesOfHolders } from '#core/people/server/roles/holders.ts'
import { covers } from '#core/people/server/roles/reach.ts'
import { lockActive } from '#core/people/server/store.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import { peopleTables } from '#core/people/server/tables.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { isBehind } from '#platform/server/jobs.ts'
import { letOthersIn } from '#platform/server/slices.ts'
import { reporterHasLeft } from '../event-words.ts'
import { deadlineAfter } from './change.ts'
import type { Queue } from './queue.ts'
import { whyReleased } from './handlers.ts'
import { columns, placed, release, write } from './release-cases.ts'
import type { CaseTables } from './tables.ts'

/** What the work needs of a queue. */
type Tended = Pick<Queue, 'calls' | 'states' | 'promise' | 'mark' | 'notOwn'>

interface Tending {
  readonly db: Database
  readonly queue: Tended
  readonly company: string
  readonly at: Date
  readonly timeZone: string
}

const c = columnsOf<CaseTables['cases']>('c')

type Working = Pick<Platform, 'db' | 'clock'> & { readonly variants: Pick<Platform['variants'], 'timeZoneOf'> }

/**
 * Keeps a queue's open cases from waiting for somebody for whom they need not wait any longer. For the hourly work of the queue's area. Does
 * nothing if the clock is behind: owners whose roles have begun since would lose their cases for good. A process with the right time does it, or
 * a later hour.
 */
export async function tendCases(working: Working, queue: Tended): Promise<void> {
  if (!(await isBehind(working.db, working.clock))) await tendCasesAt(working, queue)
}

/** The same by any clock. */
export async function tendCasesAt({ db, clock, variants }: Working, queue: Tended): Promise<void> {
  const companies = await peopleTables(db).selectFrom('companies').select('id').orderBy('id').execute()
  for (const { id: company } of companies) {
    const tending = { db, queue, company, at: clock(), timeZone: variants.timeZoneOf(company) }
    await resumeUnanswerable(tending)
    await releaseFromFormerHandlers(tending)
  }
}

/**
 * Whether none of those who have been asked what the case `c` waits for works there any more: its reporter, and those of the cases that were
 * merged into it before. One merged later has been asked nothing, or something else.
 */
const unanswerable = sql<SqlBool>`not exists (
  select from cases m join employees o on o.id = m.reporter_id and o.active
  where m.company = c.company and m.kind = c.kind and (m.id = c.id or m.merged_into = c.id) and m.asked_at = c.asked_at)`

const asked = selected({
  ...columns,
  state: c('state'),
  category: c('category'),
  marked: c('marked'),
  answeredAt: c('answered_at'),
  receivedAt: c('received_at'),
  askedAt: c('asked_at'),
})

/**
 * Ends the wait of cases whose reporters have left, or have been erased: nobody can answer, and their clocks would stand still for ever. An
 * employment ends in several ways, and a report may have been addressed to another company, so this looks at the cases.
 */
async function resumeUnanswerable({ db, queue, company, at, timeZone }: Tending): Promise<void> {
  const waiting = sql<SqlBool>`c.company = ${company} and c.kind = ${queue.calls.kind} and c.ended_at is null
    and c.merged_into is null and c.asked_at is not null`
  const stopped = selected({ id: c('id') })
  const { rows } = await sql<RowOf<typeof stopped>>`
    select ${stopped} from cases c where ${waiting} and ${unanswerable} order by c.id`.execute(db)
  for (const { id } of rows) {
    await db.transaction().execute(async (tx) => {
      // The main case first, as by an answer to all of them.
      const [main] = await locked(tx, sql`${waiting} and c.id = ${id} and ${unanswerable}`)
      if (!main) return
      const merged = await locked(
        tx,
        sql`c.company = ${company} and c.kind = ${queue.calls.kind} and c.merged_into = ${id} and c.asked_at = ${main.askedAt}`,
      )
      for (const { askedAt, ...each } of [main, ...merged]) {
        const found = { ...each, askedAt: null }
        const event = { type: 'changed', public: false, body: { to: reporterHasLeft } } as const
        const change = { before: { askedAt }, after: { askedAt: null } }
        const due = await deadlineAfter(tx, queue, { company, timeZone, now: at }, found)
        await write(tx, { company, at, by: null }, found, { event, set: { asked_at: null, ...due }, change })
      }
    })
    await letOthersIn()
  }
}

const locked = async (tx: Database, which: RawBuilder<SqlBool>) =>
  (await sql<RowOf<typeof asked>>`select ${asked} from cases c where ${which} order by c.id for update`.execute(tx))
    .rows

/**
 * Takes open cases from owners who may no longer handle them: they would be in no list of cases without a handler, and the owner does not see
 * them. A role ends by a day, an hour, a rule or a deputy's holder too, without an act at that moment, so this compares owners and roles. Who
 * is to get the same role again keeps them for a few days: the approval would not bring them back.
 */
async function releaseFromFormerHandlers({ db, queue, company, at, timeZone }: Tending): Promise<void> {
  const { kind, rights } = queue.calls
  const open = sql<SqlBool>`c.company = ${company} and c.kind = ${kind} and c.ended_at is null and c.merged_into is null`
  const owning = selected({ ownerId: c('owner_id'), area: c('area'), category: c('category') })
  const { rows } = await sql<RowOf<typeof owning>>`
    select distinct ${owning} from cases c where ${open} and c.owner_id is not null`.execute(db)
  const today = dateIn(timeZone, at)
  const holders = await scopesOfHolders(db, company, rights.handle, today)
  const awaited = await scopesAwaited(db, company, rights.handle, { at, today })
  for (const { ownerId, ...part } of rows) {
    if (ownerId === null) continue
    if ([holders, awaited].some((scopes) => scopes.get(ownerId)?.some((own) => covers(own, part)))) continue
    const { area, category } = part
    const had = selected({ id: c('id') })
    const { rows: cases } = await sql<RowOf<typeof had>>`
      select ${had} from cases c
      where ${open} and c.owner_id = ${ownerId} and c.responsible_id is distinct from c.owner_id
        and c.area is not distinct from ${area}::text and c.category is not distinct from ${category}::text
      order by c.id`.execute(db)
    for (const { id } of cases) {
      await db.transaction().execute((tx) => releaseOne({ db: tx, queue, company, at, timeZone }, { id, ownerId }))
      await letOthersIn()
    }
  }
}

async function releaseOne(
  { db: tx, queue, company, at, timeZone }: Tending,
  { id, ownerId }: { readonly id: number; readonly ownerId: string },
): Promise<void> {
  // The employee before the case, as the end of an employment does.
  await lockActive(tx, ownerId)
  const { rows } = await sql<RowOf<typeof placed>>`
    select ${placed} from cases c
    where c.company = ${company} and c.kind = ${queue.calls.kind} and c.id = ${id} and c.ended_at is null
      and c.owner_id = ${ownerId} for update`.execute(tx)
  for (const { ownerId: owner, area, category, responsibleId, ...found } of rows) {
    const of = { ownerId: owner, area, category, responsibleId, reporterId: found.reporterId }
    const why = await whyReleased(tx, queue, { employee: { company }, now: at, timeZone }, of)
    if (why !== null) await write(tx, { company, at, by: null }, found, release(owner, why))
  }
}
