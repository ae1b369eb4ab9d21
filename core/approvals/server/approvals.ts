import { hash } from 'node:crypto'
import { type RawBuilder, sql, type Selectable, type SqlBool } from 'kysely'
import { type Actor, audit } from '#core/audit/server/audit.ts'
import type { Database, Erased } from '#platform/server/area.ts'
import { type AllWritten, columnsOf, type NewRow, type RowOf, selected } from '#platform/server/db/rows.ts'
import { notAllowed, notFound, Refusal } from '#platform/server/http/errors.ts'
import { approvalTables as tables, type ApprovalTables } from './tables.ts'

/** A request that a second person has to approve: the command is stored, and carried out when it is approved. */
export interface Asked {
  /** The beginning of the refusal if nobody could approve it: 'Rollen är känslig och'. */
  readonly why: string
  readonly company: string
  readonly command: string
  readonly payload: unknown
  /** Names what is requested: of a command, only one request with the same subject can wait. */
  readonly subject: string
  /** The state on which the request is based, as `stateOf` returns it. */
  readonly state: unknown
  /** The employee concerned. */
  readonly aboutId: string | null
  /** Null for a command of an operator. */
  readonly askedBy: string | null
  readonly at: Date
}

export type Approval = Selectable<ApprovalTables['approvals']>

const everyColumn = [
  'company',
  'id',
  'command',
  'payload',
  'about_id',
  'subject',
  'state_hash',
  'asked_by',
  'asked_at',
  'decided_by',
  'decided_at',
  'decision',
  'reason',
] as const satisfies readonly (keyof Approval)[]

const nobodyToApprove = 'måste godkännas av någon annan, men det finns ingen annan som får göra det.'
const alreadyAsked = 'Det väntar redan på godkännande.'
const outdated = 'Något har ändrats sedan det begärdes. Begär det på nytt.'
const decided = 'Någon har redan beslutat om det.'

const hashOf = (state: unknown) => hash('sha256', JSON.stringify(state), 'base64url')

/**
 * Stores a request and returns its id. `checkers` are the employees who may approve such requests. If there is none besides the employee
 * who asks and the employee concerned, the request is refused at once, because it would wait for ever.
 */
export async function askForApproval(tx: Database, asked: Asked, checkers: readonly string[]): Promise<number> {
  const { why, company, command, payload, subject, state, aboutId, askedBy, at, ...unwritten } = asked
  unwritten satisfies AllWritten
  if (!checkers.some((id) => id !== askedBy && id !== aboutId)) throw new Refusal(400, `${why} ${nobodyToApprove}`)
  const added = await tables(tx)
    .insertInto('approvals')
    .values({
      company,
      command,
      payload: JSON.stringify(payload),
      about_id: aboutId,
      subject,
      state_hash: hashOf(state),
      asked_by: askedBy,
      asked_at: at,
      decided_by: null,
      decided_at: null,
      decision: null,
      reason: null,
    } satisfies NewRow<ApprovalTables['approvals']>)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new Refusal(409, alreadyAsked)
  return added.id
}

export interface Decision {
  readonly company: string
  readonly id: number
  readonly command: string
  readonly by: Actor
  /** Whether the approval is within the reach of the employee who decides. If not, the answer is as if it did not exist. */
  readonly reaches: (approval: Approval) => boolean
  readonly approved: boolean
  readonly reason: string
  readonly at: Date
}

/** Whether an employee is neither who asked nor whom the request is about: those two never decide it. */
export const isOthers = (
  { asked_by, about_id }: Pick<Approval, 'asked_by' | 'about_id'>,
  { id }: { readonly id: string | null },
): boolean => asked_by !== id && about_id !== id

/** Carries out a stored command. */
export interface Command {
  /** The present state of what the command would change. It is compared with the state at the request. */
  stateOf(tx: Database, approval: Approval): Promise<unknown>
  carryOut(tx: Database, approval: Approval): Promise<void>
}

/**
 * Decides a request, in the transaction `tx`. If the state on which the request is based has changed since, stores that the request is
 * outdated and returns null: the caller commits the transaction and then throws `outdatedRequest`.
 */
export async function decide(tx: Database, decision: Decision, command: Command): Promise<Approval | null> {
  const { company, id, approved, reason, at } = decision
  const by = decision.by.employeeId
  // Locks the employee before the request, in the same order as ending an employment. Otherwise the two could deadlock, or the ending would
  // miss what this command changes. The lock also lets only one request about the employee be decided at a time: otherwise two could both be
  // compared with the state before either.
  await sql`
    select from employees e join approvals a on a.about_id = e.id
    where a.company = ${company} and a.id = ${id} for no key update of e`.execute(tx)
  const approval = await tables(tx)
    .selectFrom('approvals')
    .select(everyColumn)
    .where('company', '=', company)
    .where('id', '=', id)
    .where('command', '=', decision.command)
    .forUpdate()
    .executeTakeFirst()
  if (!approval || !decision.reaches(approval)) throw notFound()
  if (!isOthers(approval, { id: by })) throw notAllowed()
  if (approval.decision === 'outdated') throw outdatedRequest()
  if (approval.decision !== null) throw new Refusal(409, decided)
  const fresh = !approved || hashOf(await command.stateOf(tx, approval)) === approval.state_hash
  await tables(tx)
    .updateTable('approvals')
    .set({
      decided_by: by,
      decided_at: at,
      decision: fresh ? (approved ? 'approved' : 'refused') : 'outdated',
      reason: reason || null,
    })
    .where('company', '=', company)
    .where('id', '=', id)
    .execute()
  if (!fresh) {
    await outdatedInLog(tx, { company, id, about: approval.about_id }, { at, by: decision.by })
    return null
  }
  if (approved) await command.carryOut(tx, approval)
  return approval
}

export const outdatedRequest = () => new Refusal(409, outdated)

const outdatedInLog = (
  tx: Database,
  { company, id, about }: { readonly company: string; readonly id: number; readonly about: string | null },
  act: { readonly at: Date; readonly by: Actor | null },
) => audit(tx, { ...act, company, what: 'request.outdated', object: { kind: 'approval', id }, about })

const a = columnsOf<ApprovalTables['approvals']>('a')
const lapsed = selected({ id: a('id'), about: a('about_id') })

interface LeftWaiting {
  readonly company: string
  readonly at: Date
  /** Null for a command of an operator. */
  readonly by: Actor | null
  /** If absent, the requests about everybody who has left the company. */
  readonly employeeId?: string
}

/**
 * Outdates the waiting requests about employees whose employment has ended, so that employees who come back do not get what was requested
 * before. Call it in the transaction that ends the employment.
 */
export async function outdateRequestsAboutLeft(
  tx: Database,
  { company, at, by, employeeId }: LeftWaiting,
): Promise<void> {
  await outdate(tx, { company, at, by }, [
    sql<SqlBool>`exists (select from employees e where e.id = a.about_id and not e.active)`,
    ...(employeeId === undefined ? [] : [sql<SqlBool>`a.about_id = ${employeeId}`]),
  ])
}

/** Outdates waiting requests by their ids, for a command of an operator that decides otherwise or for a request that takes their place. */
export const outdateRequests = (
  tx: Database,
  on: Omit<LeftWaiting, 'employeeId'>,
  ids: readonly number[],
): Promise<void> => outdate(tx, on, [sql<SqlBool>`a.id = any(${[...ids]}::bigint[])`])

/** Outdates the waiting requests of an employee who is erased. */
export const outdateRequestsOf = (tx: Database, { id, company, at }: Erased): Promise<void> =>
  outdate(tx, { company, at, by: null }, [sql<SqlBool>`a.asked_by = ${id}`])

async function outdate(
  tx: Database,
  { company, at, by }: Omit<LeftWaiting, 'employeeId'>,
  which: readonly RawBuilder<SqlBool>[],
): Promise<void> {
  const { rows } = await sql<RowOf<typeof lapsed>>`
    update approvals a set decision = 'outdated', decided_at = ${at}
    where a.company = ${company} and a.decision is null and ${sql.join(which, sql` and `)}
    returning ${lapsed}`.execute(tx)
  for (const row of rows) await outdatedInLog(tx, { ...row, company }, { at, by })
}

/** The requests of a command that wait for a decision, the oldest first. */
export async function waitingApprovals(db: Database, company: string, command: string): Promise<Approval[]> {
  return tables(db)
    .selectFrom('approvals')
    .select(everyColumn)
    .where('company', '=', company)
    .where('command', '=', command)
    .where(sql<boolean>`decision is null`)
    .orderBy('id')
    .execute()
}
