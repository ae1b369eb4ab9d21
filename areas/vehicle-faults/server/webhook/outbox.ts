import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Happened } from '#core/cases/server/queue.ts'
import { type Reach, within } from '#core/people/server/roles/reach.ts'
import type { CaseTables } from '#core/cases/server/tables.ts'
import type { VehicleTables } from '#core/vehicles/server/tables.ts'
import type { Database } from '#platform/server/area.ts'
import { inBatches } from '#platform/server/db/batches.ts'
import { columnsOf, columnsOrNull, selected, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import { faultCases } from '../../cases.ts'
import { type FaultState, isEnded, spokenNumber } from '../../rules.ts'
import type { WorkshopMessage } from '../../office-workshop-contract.ts'
import { faultTables, type FaultTables } from '../tables.ts'

/** The events that are sent. The workshop's system does not need to know who has the case, or the office's internal notes. */
const types: Readonly<Partial<Record<Happened['events'][number]['type'], WorkshopMessage['type']>>> = {
  received: 'fault.received',
  state: 'fault.state',
  answered: 'fault.answered',
  asked: 'fault.asked',
  replied: 'fault.replied',
  marked: 'fault.marked',
  merged: 'fault.merged',
}

/** Stores a message for each event of a fault that is sent, in the transaction of the event. */
export async function storeMessages(
  tx: Database,
  { company, id, at, state, marked, events }: Happened,
  source: WorkshopMessage['data']['source'],
): Promise<void> {
  const rows = events.flatMap(({ seq, type }) => {
    const sentAs = types[type]
    if (!sentAs) return []
    const row = {
      company,
      fault_id: id,
      seq,
      type: sentAs,
      at,
      // The cases of this queue have no other states.
      state: state as FaultState,
      grounded: marked,
      source,
      trying_since: at,
      next_at: at,
      failed: null,
      sent_at: null,
      gave_up_at: null,
    } satisfies NewRow<FaultTables['workshop_messages']>
    return [row]
  })
  if (rows.length > 0) await faultTables(tx).insertInto('workshop_messages').values(rows).execute()
}

const m = columnsOf<FaultTables['workshop_messages']>('m')
const f = columnsOf<FaultTables['faults']>('f')
const c = columnsOf<FaultTables['fault_categories']>('c')
const v = columnsOf<VehicleTables['vehicles']>('v')
const e = columnsOrNull<CaseTables['case_events']>('e')
const k = columnsOf<CaseTables['cases']>('k')

const waiting = sql<SqlBool>`m.sent_at is null and m.gave_up_at is null`

const message = selected({
  id: m('id'),
  messageId: m('message_id'),
  type: m('type'),
  seq: m('seq'),
  at: m('at'),
  state: m('state'),
  grounded: m('grounded'),
  source: m('source'),
  tries: m('tries'),
  tryingSince: m('trying_since'),
  number: f('number'),
  report: f('text'),
  reportedAt: f('created_at'),
  category: c('name'),
  vehicleNumber: v('number'),
  vehicleName: v('name'),
  licensePlate: v('license_plate'),
  event: e('body'),
})
export type Waiting = RowOf<typeof message>

const BATCH = 50

/**
 * The messages of a company that are due. Those with the fewest tries come first, so that messages that are never accepted do not hold back
 * the others; among them, the oldest. Only the first of each fault is due, and the next one after the receiver has accepted it.
 * `longestMs`: a time that is further ahead was set by a clock that has been set back since, and counts as due.
 */
export async function dueMessages(db: Database, company: string, now: Date, longestMs: number): Promise<Waiting[]> {
  const far = new Date(now.getTime() + longestMs)
  const { rows } = await sql<RowOf<typeof message>>`
    select ${message} from workshop_messages m
      join faults f on f.id = m.fault_id
      join fault_categories c on c.id = f.category_id
      join vehicles v on v.id = f.vehicle_id
      left join case_events e
        on e.company = m.company and e.kind = ${faultCases.kind} and e.case_id = m.fault_id and e.seq = m.seq
    where m.company = ${company} and ${waiting} and (m.next_at <= ${now} or m.next_at > ${far})
      and not exists (select from workshop_messages o
        where o.fault_id = m.fault_id and o.id < m.id and o.sent_at is null and o.gave_up_at is null)
    order by m.tries, m.id limit ${BATCH}`.execute(db)
  return rows
}

/** The message as it is sent. It depends only on the event and the report, so that it is the same each time. */
export function messageOf(row: Waiting): WorkshopMessage {
  const { type, at, seq, state, grounded, source, number, report, reportedAt, category, event } = row
  return {
    type: type as WorkshopMessage['type'],
    timestamp: at.toISOString(),
    data: {
      number: spokenNumber(number),
      version: seq,
      state,
      ended: isEnded(state),
      grounded,
      vehicle: { number: row.vehicleNumber, name: row.vehicleName, licensePlate: row.licensePlate },
      category,
      reportedAt: reportedAt.toISOString(),
      report,
      text: event?.text ?? null,
      mergedWith: type === 'fault.merged' ? (event?.to ?? null) : null,
      source,
    },
  }
}

export async function markSent(db: Database, company: string, id: number, now: Date): Promise<void> {
  await sql`
    update workshop_messages set sent_at = ${now}, failed = null, tries = tries + 1
    where company = ${company} and id = ${id}`.execute(db)
}

/** Stores a failed try. `nextAt`: when the message is sent again; null if it is given up. */
export async function markFailed(
  db: Database,
  company: string,
  id: number,
  { now, why, nextAt }: { readonly now: Date; readonly why: string; readonly nextAt: Date | null },
): Promise<void> {
  await sql`
    update workshop_messages set tries = tries + 1, failed = ${why}, next_at = coalesce(${nextAt}, next_at),
      gave_up_at = ${nextAt === null ? now : null}
    where company = ${company} and id = ${id}`.execute(db)
}

/**
 * Whether the receiver has failed to accept a message several times. With fewer tries the message may be waiting for its turn, or the
 * receiver was restarting.
 */
const stuck = sql<SqlBool>`${waiting} and m.tries > 2`

const late = {
  waiting: sql<number>`(count(*) filter (where ${waiting}))::int`,
  since: sql<Date | null>`min(${m('at')}) filter (where ${stuck})`,
  givenUp: sql<number>`(count(*) filter (where m.gave_up_at is not null))::int`,
}

/** The undelivered messages, counted by company; companies without such messages are left out. */
export async function undelivered(
  db: Database,
  companies: readonly string[],
): Promise<{ company: string; waiting: number; since: Date | null; givenUp: number }[]> {
  const counted = selected({ company: m('company'), ...late })
  const { rows } = await sql<RowOf<typeof counted>>`
    select ${counted} from workshop_messages m where (${waiting} or m.gave_up_at is not null) and m.company = any(${[...companies]})
    group by m.company order by m.company`.execute(db)
  return rows
}

/** Whether a message is about a fault that the employee reaches. */
const reachable = (reached: Reach) => sql<SqlBool>`exists (
  select from cases k where k.company = m.company and k.kind = ${faultCases.kind} and k.id = m.fault_id
    and ${within(reached, { company: k('company'), area: k('area'), category: k('category') })})`

/** Counts the undelivered messages about faults that the employee reaches; null if none is late. */
export async function lateFor(
  db: Database,
  reached: Reach,
): Promise<{ waiting: number; since: Date | null; givenUp: number } | null> {
  const counted = selected(late)
  const { rows } = await sql<RowOf<typeof counted>>`
    select ${counted} from workshop_messages m
    where m.company = ${reached.company} and (${waiting} or m.gave_up_at is not null) and ${reachable(reached)}`.execute(
    db,
  )
  const [found] = rows
  return found && (found.since !== null || found.givenUp > 0) ? found : null
}

/** Makes the messages that wait or were given up due at once. Returns how many there are. */
export async function sendAgain(tx: Database, reached: Reach, now: Date): Promise<number> {
  const { rows } = await sql`
    update workshop_messages m set gave_up_at = null, next_at = ${now}, trying_since = ${now}
    where m.company = ${reached.company} and m.sent_at is null and (m.gave_up_at is not null or m.tries > 0)
      and ${reachable(reached)} returning 1`.execute(tx)
  return rows.length
}

const KEPT_DAYS = 60
const older = (column: RawBuilder<Date>, now: Date) =>
  sql<SqlBool>`${column} < ${new Date(now.getTime() - KEPT_DAYS * 86_400_000)}`

/**
 * Removes old messages that were accepted, which are kept to show what was sent, and old ids of received messages, which are kept in case
 * the sender tries again.
 */
export async function forgetOldMessages(db: Database, now: Date): Promise<void> {
  await inBatches(async (limit) => {
    const { rows } = await sql`
      delete from workshop_messages where (company, id) in (
        select m.company, m.id from workshop_messages m
        where ${older(m('at'), now)} and m.sent_at is not null order by m.at limit ${limit})
      returning 1`.execute(db)
    return rows.length
  })
  const w = columnsOf<FaultTables['workshop_calls']>('w')
  await inBatches(async (limit) => {
    const { rows } = await sql`
      delete from workshop_calls where (company, message_id) in (
        select w.company, w.message_id from workshop_calls w where ${older(w('at'), now)} order by w.at limit ${limit})
      returning 1`.execute(db)
    return rows.length
  })
}
