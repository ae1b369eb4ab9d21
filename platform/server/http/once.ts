import { createHash } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../area.ts'
import type { Ask } from './answer.ts'
import { refused } from './errors.ts'
import type { HttpTables } from './tables.ts'

const idempotencyKeys: Migration = {
  async up(db) {
    await sql`
      create table idempotency_keys (
        employee_id uuid not null references employees on delete cascade,
        key text not null,
        request_hash text not null,
        answer jsonb,
        created_at timestamptz not null,
        primary key (employee_id, key)
      )`.execute(db)
    await sql`create index idempotency_keys_age on idempotency_keys (created_at)`.execute(db)
  },
}

// Whole answers used to be stored: comments and suggestions with their author's name, and the names of pictures. Only their ids stay.
const onlyWhatIdentifies: Migration = {
  async up(db) {
    await sql`
      update idempotency_keys set answer = case
        when answer ? 'id' then jsonb_build_object('id', answer->'id')
        when answer ? 'shortName' then jsonb_build_object('name', answer->'name') end
      where answer ? 'bodyText' or answer ? 'beskrivning' or answer ? 'shortName'`.execute(db)
  },
}

export const onceMigrations = {
  '2026-11-20-people-idempotency': idempotencyKeys,
  '2026-12-03-people-idempotency-ids': onlyWhatIdentifies,
}

/** A random name, which reveals nothing about anybody. */
export type RandomName = string & { readonly random: unique symbol }

type IdentityValue = number | boolean | null | 'OK' | RandomName

/**
 * What is remembered of a write for a repeated request: which row and which state, never what somebody wrote. The rest of the answer is
 * read from the database again.
 */
export type Identity = IdentityValue | { readonly [field: string]: IdentityValue }

// The outbox may show it as the reason, so it is written for the employee.
const notKept = 'Det kunde inte sparas. Skicka det på nytt.'

/** How long a phone may hold a report before it is sent again: keys are kept at least this long. */
const KEPT_DAYS = 60

/**
 * Runs a write in a transaction, and only once for an `Idempotency-Key`, however many requests arrive with it, even at the same time: the
 * first runs it, the others wait for it and return the same answer. A write that is refused or fails leaves no trace, so the same key may
 * be tried again. Without the header it is a plain transaction. `part` names one of several independent writes of one request.
 */
export async function once<Answer extends Identity>(
  db: Database,
  {
    employee,
    request,
    body,
    part,
  }: Pick<Ask<unknown, unknown>, 'employee' | 'request' | 'body'> & { readonly part?: string },
  now: Date,
  write: (tx: Database) => Promise<Answer>,
): Promise<Answer> {
  const given = request.headers['idempotency-key']
  if (given === undefined) return db.transaction().execute(write)
  if (typeof given !== 'string' || !/^[\w-]{8,100}$/.test(given)) throw refused({ 'Idempotency-Key': [notKept] })
  const key = part === undefined ? given : `${given} ${part}`
  const hash = createHash('sha256')
    .update(JSON.stringify([request.routeOptions.url, body]))
    .digest('base64url')
  return db.transaction().execute(async (tx) => {
    // A second request with the key waits here until the first has committed or rolled back.
    const { rows: claimed } = await sql`
      insert into idempotency_keys (employee_id, key, request_hash, created_at)
      values (${employee.id}, ${key}, ${hash}, ${now}) on conflict do nothing returning 1`.execute(tx)
    if (claimed.length === 0) {
      const { rows } = await sql<Pick<Selectable<HttpTables['idempotency_keys']>, 'request_hash' | 'answer'>>`
        select request_hash, answer from idempotency_keys where employee_id = ${employee.id} and key = ${key}`.execute(
        tx,
      )
      if (rows[0]?.request_hash !== hash) throw refused({ 'Idempotency-Key': [notKept] })
      // The answer that the same request's write returned.
      return rows[0].answer as Answer
    }
    const answer = await write(tx)
    await sql`
      update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb
      where employee_id = ${employee.id} and key = ${key}`.execute(tx)
    return answer
  })
}

export async function forgetOldKeys(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await sql`delete from idempotency_keys where created_at < ${oldest}`.execute(db)
}
