import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { AllWritten, NewRow } from '#platform/server/db/rows.ts'
import type { HeldRole } from '#platform/server/http/signed-in.ts'
import { auditTables as tables, type AuditTables } from './tables.ts'

/** Who acted, and in which role. */
export interface Actor {
  /** Null if another system acted, which `source` names. */
  readonly employeeId: string | null
  readonly source?: string | undefined
  readonly role: HeldRole | null
  readonly request: Pick<FastifyRequest, 'id'>
}

export interface Act {
  readonly company: string
  readonly at: Date
  /** Null for a command of an operator, or a rule at a sign-in. */
  readonly by: Actor | null
  /** The kind of the object and what was done with it: 'role.given'. */
  readonly what: string
  readonly object: { readonly kind: string; readonly id: string | number }
  /** The employee concerned, who may see it. */
  readonly about?: string | null
  readonly before?: unknown
  readonly after?: unknown
}

/** Records an act of the office. Call it in the transaction of the change itself, so that neither is stored without the other. */
export async function audit(tx: Database, act: Act): Promise<void> {
  const { company, at, by, what, object, about, before, after, ...unwritten } = act
  unwritten satisfies AllWritten
  await tables(tx)
    .insertInto('audit')
    .values({
      company,
      at,
      by_id: by?.employeeId ?? null,
      by_role: by?.source ?? by?.role?.role ?? null,
      emergency: by?.role?.emergency ?? false,
      for_id: by?.role?.deputyFor?.id ?? null,
      what,
      object_kind: object.kind,
      object_id: String(object.id),
      about_id: about ?? null,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      request_id: by?.request.id ?? null,
    } satisfies NewRow<AuditTables['audit']>)
    .execute()
}

/** The longest time between the first and the last piece of an exported list. */
const TAKING_MS = 3_600_000

/** A list that an employee exports, in pieces. */
interface Taken extends Pick<Act, 'company' | 'at' | 'what' | 'object'> {
  readonly by: Actor
  /** Identifies the list together with its object. */
  readonly which?: object
  /** The end of the piece before; undefined for the first piece. */
  readonly after: number | undefined
  /** Counts the rows of the whole list, wherever this piece begins. Called only if the export is recorded. */
  readonly rows: () => Promise<number>
}

/**
 * Records the export of a list, once for all its pieces. A later piece is not recorded only if the audit shows that the same employee began
 * the same list within the last hour. Otherwise a request for a later piece could get nearly the whole list without a record. A row of a
 * clock that was ahead does not count, because it would do so until that time.
 */
export async function auditTaken(
  db: Database,
  { company, at, by, what, object, which = {}, after, rows }: Taken,
): Promise<void> {
  if (after !== undefined && after > 0) {
    const { rows: begun } = await sql`
      select from audit a where a.company = ${company} and a.by_id = ${by.employeeId} and a.what = ${what}
        and a.object_kind = ${object.kind} and a.object_id = ${String(object.id)}
        and a.emergency = ${by.role?.emergency ?? false} and a.at > ${new Date(at.getTime() - TAKING_MS)} and a.at <= ${at}
        and a.after - 'rows' = ${JSON.stringify(which)}::jsonb limit 1`.execute(db)
    if (begun.length > 0) return
  }
  await audit(db, { company, at, by, what, object, after: { rows: await rows(), ...which } })
}

/** The audit's name for an opening. The columns of the object say what was opened. */
export const opened = 'case.opened'
/** Seeing the reporter of a case whose reporter is hidden. */
export const revealed = 'case.revealed'
/** Seeing the hidden parts of a case. */
export const uncovered = 'case.uncovered'
/** The account signs in as the employee from then on. */
export const accountLinked = 'account.linked'
/** Somebody wants to link an account, and a second person has not decided yet. */
export const accountAsked = 'account.asked'
/** The account no longer signs in as the employee. */
export const accountUnlinked = 'account.unlinked'

/**
 * Opening the same thing again within an hour counts as one opening, because a screen loads its content again and again. A row of a clock
 * that was ahead does not count here either.
 */
const AGAIN_MS = 3_600_000

/** Something about an employee. */
interface Opened {
  readonly id: string | number
  /** The employee concerned, who sees who has opened it. */
  readonly about: string
}

/**
 * Records that an employee has opened sensitive things about others. Call it where they are read. Things about the reader are left out.
 */
export async function auditOpenings(
  db: Database,
  { company, at, by, kind }: Pick<Act, 'company' | 'at'> & { readonly by: Actor; readonly kind: string },
  things: readonly Opened[],
): Promise<void> {
  const others = things.flatMap(({ id, about }) => (about === by.employeeId ? [] : [{ id: String(id), about }]))
  if (others.length === 0) return
  await sql`
    insert into audit
      (company, at, by_id, by_role, emergency, for_id, what, object_kind, object_id, about_id, request_id)
    select ${company}, ${at}, ${by.employeeId}, ${by.role?.role ?? null}, ${by.role?.emergency ?? false},
      ${by.role?.deputyFor?.id ?? null}, ${opened}, ${kind}, g.id, g.about, ${by.request.id}
    from json_to_recordset(${JSON.stringify(others)}::json) as g(id text, about uuid)
    where not exists (
      select from audit a where a.company = ${company} and a.object_kind = ${kind} and a.object_id = g.id
        and a.by_id = ${by.employeeId} and a.what = ${opened}
        and a.emergency = ${by.role?.emergency ?? false} and a.at > ${new Date(at.getTime() - AGAIN_MS)}
        and a.at <= ${at})`.execute(db)
}
