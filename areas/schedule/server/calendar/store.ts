import { sql } from 'kysely'
import { addDays } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { recordErasures } from '#platform/server/erasures.ts'
import type { AllWritten, NewRow } from '#platform/server/db/rows.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import type { Subscribe } from '../../contract.ts'
import { scheduleTables as tables, type ScheduleTables } from '../tables.ts'
import type { ServedEvent } from './events.ts'

/** How many days back a calendar shows. */
export const DAYS_BACK = 92

/** The kind under which an ended address is recorded (platform/server/erasures.ts), by the hash of its secret. */
const calendarKind = 'calendar address'

const subscriptionColumns = ['employee_id', 'company', 'calendar_id', 'content', 'created_at', 'fetched_at'] as const

/** The employee's subscription in the present company. One made in a company that the employee has left is not found. */
export function findSubscription(db: Database, { id, company }: RequestScope) {
  return tables(db)
    .selectFrom('calendar_subscriptions')
    .select(subscriptionColumns)
    .where('employee_id', '=', id)
    .where('company', '=', company)
    .executeTakeFirst()
}

export function findByHash(db: Database, secretHash: string) {
  return tables(db)
    .selectFrom('calendar_subscriptions')
    .select(subscriptionColumns)
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
}

/** Starts a subscription, or changes it. `secretHash` applies if it is new in this company or the employee wants a new address. */
export async function saveSubscription(
  db: Database,
  { id, company }: RequestScope,
  { visar, nyAdress, ...unwritten }: Subscribe,
  { secretHash, now }: { secretHash: string; now: Date },
) {
  unwritten satisfies AllWritten
  const row = {
    employee_id: id,
    company,
    secret_hash: secretHash,
    content: visar,
    created_at: now,
    fetched_at: null,
  } satisfies NewRow<ScheduleTables['calendar_subscriptions']>
  return db.transaction().execute(async (tx) => {
    const before = await tables(tx)
      .selectFrom('calendar_subscriptions')
      .select('secret_hash')
      .where('employee_id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    const saved = await tables(tx)
      .insertInto('calendar_subscriptions')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('employee_id').doUpdateSet((eb) => {
          const anew = sql<boolean>`(${nyAdress}::boolean or ${eb.ref('excluded.company')} <> calendar_subscriptions.company)`
          const ifAnew = (column: 'secret_hash' | 'created_at' | 'fetched_at') =>
            sql<never>`case when ${anew} then ${eb.ref(`excluded.${column}`)} else ${eb.ref(`calendar_subscriptions.${column}`)} end`
          return {
            company: eb.ref('excluded.company'),
            content: visar,
            secret_hash: ifAnew('secret_hash'),
            created_at: ifAnew('created_at'),
            fetched_at: ifAnew('fetched_at'),
          }
        }),
      )
      .returning([...subscriptionColumns, 'secret_hash'])
      .executeTakeFirstOrThrow()
    // A replaced address is recorded as ended, so that it does not work again after a backup is restored.
    if (before && before.secret_hash !== saved.secret_hash) await recordErasures(tx, calendarKind, [before.secret_hash])
    return saved
  })
}

/** Call it in a transaction, since an ended address is recorded too. */
export async function endSubscriptions(tx: Database, employeeIds: readonly string[]): Promise<void> {
  const ended = await tables(tx)
    .deleteFrom('calendar_subscriptions')
    .where('employee_id', 'in', employeeIds)
    .returning('secret_hash')
    .execute()
  await recordErasures(
    tx,
    calendarKind,
    ended.map(({ secret_hash }) => secret_hash),
  )
}

export const endCalendarsAgain = {
  async [calendarKind](db: Database, hashes: readonly string[]): Promise<void> {
    await tables(db).deleteFrom('calendar_subscriptions').where('secret_hash', 'in', hashes).execute()
  },
}

const FETCHED_AGAIN_MS = 60_000

/** Notes when a calendar was last fetched, to the minute. */
export async function noteFetched(db: Database, employeeId: string, now: Date): Promise<void> {
  await tables(db)
    .updateTable('calendar_subscriptions')
    .set({ fetched_at: now })
    .where('employee_id', '=', employeeId)
    .where((eb) =>
      eb.or([eb('fetched_at', 'is', null), eb('fetched_at', '<', new Date(now.getTime() - FETCHED_AGAIN_MS))]),
    )
    .execute()
}

/**
 * Locks the subscription for the transaction, so that two fetches at once cannot give a change two sequence numbers. False if it has ended.
 */
export async function lockSubscription(tx: Database, employeeId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from calendar_subscriptions where employee_id = ${employeeId} for update`.execute(tx)
  return rows.length > 0
}

export async function servedEvents(db: Database, employeeId: string, from: string): Promise<ServedEvent[]> {
  const rows = await tables(db)
    .selectFrom('calendar_events')
    .select(['service_date', 'run', 'sequence', 'cancelled', 'starts_at', 'starts_instant', 'ends_at', 'ends_instant'])
    .select(['summary', 'place', 'changed_at'])
    .where('employee_id', '=', employeeId)
    .where('service_date', '>=', from)
    .execute()
  return rows.map((row) => ({
    serviceDate: row.service_date,
    run: row.run,
    sequence: row.sequence,
    cancelled: row.cancelled,
    startsAt: row.starts_at,
    startsInstant: row.starts_instant,
    endsAt: row.ends_at,
    endsInstant: row.ends_instant,
    summary: row.summary,
    place: row.place,
    changedAt: row.changed_at,
  }))
}

export async function saveEvents(tx: Database, employeeId: string, events: readonly ServedEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(
    (event) =>
      ({
        employee_id: employeeId,
        service_date: event.serviceDate,
        run: event.run,
        sequence: event.sequence,
        cancelled: event.cancelled,
        starts_at: event.startsAt,
        starts_instant: event.startsInstant,
        ends_at: event.endsAt,
        ends_instant: event.endsInstant,
        summary: event.summary,
        place: event.place,
        changed_at: event.changedAt,
      }) satisfies NewRow<ScheduleTables['calendar_events']>,
  )
  // The same statement for any number of events: PostgreSQL keeps the plan of each statement in every connection.
  await sql`
    insert into calendar_events (employee_id, service_date, run, sequence, cancelled, starts_at, starts_instant,
      ends_at, ends_instant, summary, place, changed_at)
    select employee_id, service_date, run, sequence, cancelled, starts_at, starts_instant,
      ends_at, ends_instant, summary, place, changed_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(employee_id uuid, service_date date, run text, sequence int,
      cancelled boolean, starts_at timestamp, starts_instant timestamptz, ends_at timestamp, ends_instant timestamptz,
      summary text, place text, changed_at timestamptz)
    on conflict (employee_id, service_date, run) do update set sequence = excluded.sequence,
      cancelled = excluded.cancelled, starts_at = excluded.starts_at, starts_instant = excluded.starts_instant,
      ends_at = excluded.ends_at, ends_instant = excluded.ends_instant, summary = excluded.summary,
      place = excluded.place, changed_at = excluded.changed_at`.execute(tx)
}

/** Removes events that are older than any calendar shows. */
export async function forgetOldEvents(db: Database, now: Date): Promise<void> {
  // With a day of margin, since a calendar's days begin earlier or later than those of UTC.
  const before = addDays(now.toISOString().slice(0, 10), -DAYS_BACK - 1)
  await tables(db).deleteFrom('calendar_events').where('service_date', '<', before).execute()
}
