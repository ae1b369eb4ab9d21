import { addDays } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { Refusal, refused } from '#platform/server/http/errors.ts'
import { audit, type Actor } from '#core/audit/server/audit.ts'
import {
  askForApproval,
  outdateRequests,
  waitingApprovals,
  type Approval,
  type Command,
} from '#core/approvals/server/approvals.ts'
import { roles } from '#core/people/roles.ts'
import { giveCommand, isPast, type RoleToGive } from '#core/people/server/roles/asked-roles.ts'
import { holdersOf } from '#core/people/server/roles/holders.ts'
import { addAssignment, replaceAssignment, sameAssignment } from '#core/people/server/roles/assignments.ts'
import { assignmentToEnd, ownAssignments, stateOfEmployee, type Now } from './store.ts'

export interface Giving extends Now {
  readonly company: string
  /** Null for a command of an operator. */
  readonly by: Actor | null
}

/** The beginning of the refusal if nobody could approve the role. */
export const sensitiveRole = 'Rollen är känslig och'
const hasItAlready = 'Den anställde har redan rollen.'
const notAnyMore = 'Den som begärde rollen får inte längre ge den.'

/** Gives a role at once, or asks for the approval that a sensitive one needs. */
export async function giveOrAsk(
  tx: Database,
  giving: Giving,
  role: RoleToGive,
): Promise<{ id: number; vantar: boolean }> {
  if (!roles[role.role].sensitive) return { id: await give(tx, giving, role), vantar: false }
  const { company, by, at, today } = giving
  await prolongedBy(tx, { company, at, today }, role)
  const subject = JSON.stringify([role.employeeId, role.role, role.area, role.category, role.deputyOf])
  await outdatePast(tx, giving, subject)
  const checkers = await holdersOf(tx, company, 'roles.approve', { scope: role, today })
  const id = await askForApproval(
    tx,
    {
      why: sensitiveRole,
      company,
      command: giveCommand,
      payload: role,
      subject,
      state: await stateOfEmployee(tx, company, role.employeeId),
      aboutId: role.employeeId,
      askedBy: by?.employeeId ?? null,
      at,
    },
    checkers,
  )
  await audit(tx, {
    company,
    at,
    by,
    what: 'role.asked',
    object: { kind: 'approval', id },
    about: role.employeeId,
    after: role,
  })
  return { id, vantar: true }
}

/** Outdates a request for the same role whose days have passed. It would otherwise conflict with the new one. */
async function outdatePast(tx: Database, { company, by, at, today }: Giving, subject: string): Promise<void> {
  const waiting = await waitingApprovals(tx, company, giveCommand)
  const past = waiting.filter((each) => each.subject === subject && isPast(each.payload as RoleToGive, today))
  await outdateRequests(
    tx,
    { company, at, by },
    past.map(({ id }) => id),
  )
}

/** Gives a role at once. `askedBy`: who requested it, if another employee has approved it. Returns the role's id. */
export async function give(
  tx: Database,
  giving: Giving,
  role: RoleToGive,
  askedBy = giving.by?.employeeId ?? null,
): Promise<number> {
  const { company, by, at, today } = giving
  const held = await prolongedBy(tx, { company, at, today }, role)
  if (held) return prolong(tx, giving, held, role, askedBy)
  const { from, to, because } = role
  const id = await addAssignment(
    tx,
    {
      ...placeOf(company, role),
      valid_from: from,
      valid_to: to,
      given_because: because,
      given_by: askedBy,
      given_at: at,
    },
    today,
  )
  // Somebody else has just given the same role.
  if (id === null) throw refused({ roll: [hasItAlready] })
  const about = role.employeeId
  await audit(tx, { company, at, by, what: 'role.given', object: { kind: 'role', id }, about, after: role })
  return id
}

const placeOf = (company: string, { employeeId, role, area, category, deputyOf }: RoleToGive) => ({
  company,
  employee_id: employeeId,
  role,
  area,
  category,
  source: deputyOf === null ? ('hand' as const) : ('deputy' as const),
  deputy_of: deputyOf,
})

type Held = NonNullable<Awaited<ReturnType<typeof sameAssignment>>>

/** Whether a role goes on where the held one ends: it begins on the day after at the latest, and ends later. */
export const prolongs = ({ from, to }: Pick<RoleToGive, 'from' | 'to'>, held: Pick<Held, 'from' | 'to'>): boolean =>
  held.to !== null && held.from <= from && from <= addDays(held.to, 1) && (to === null || to > held.to)

/** Ends a role and gives it again with a later last day, so that both acts are logged and no day is without it. Returns the new one's id. */
async function prolong(
  tx: Database,
  giving: Giving,
  { id: held, from, to: before }: Held,
  role: RoleToGive,
  askedBy: string | null,
): Promise<number> {
  const { company, by, at } = giving
  let id = 0
  await replaceAssignment(tx, { company, id: held, by, at }, { from, to: role.to }, async () => {
    id = await give(tx, giving, { ...role, from }, askedBy)
    return id
  })
  await audit(tx, {
    company,
    at,
    by,
    what: 'role.ended',
    object: { kind: 'role', id: held },
    about: role.employeeId,
    before: { role: role.role, area: role.area, category: role.category, from, to: before },
  })
  return id
}

/** The role that the employee has already and that this one prolongs; undefined if there is none. Throws if it does not prolong it. */
async function prolongedBy(
  tx: Database,
  { company, ...now }: Now & { company: string },
  role: RoleToGive,
): Promise<Held | undefined> {
  const held = await sameAssignment(tx, placeOf(company, role), now)
  if (!held || prolongs(role, held)) return held
  const begins = held.from > now.today ? ` Den börjar ${held.from}.` : ''
  const ends = held.to === null ? '' : ` Den slutar ${held.to}.`
  throw refused({ roll: [`${hasItAlready}${begins}${ends}`] })
}

/** Gives an approved role, but only if its days have not passed, and the employee who requested it still may. */
export const givingApproved = (giving: Giving): Command => ({
  stateOf: async (tx, { company, about_id, payload }) =>
    isPast(payload as RoleToGive, giving.today) ? 'past' : stateOfEmployee(tx, company, String(about_id)),
  async carryOut(tx, approval) {
    const role = await asItIsNow(tx, approval, giving)
    if (!role) throw new Refusal(409, notAnyMore)
    await give(tx, giving, role, approval.asked_by)
  },
})

/**
 * The role that was requested; null if the employee who requested it may no longer give it. A deputy's is of the role that this employee has
 * now: another rule may have given the same one meanwhile, or it may have been prolonged.
 */
async function asItIsNow(
  tx: Database,
  { company, asked_by, payload }: Approval,
  { at, today }: Now,
): Promise<RoleToGive | null> {
  const role = payload as RoleToGive
  if (asked_by === null) return role
  if (role.deputyOf === null) {
    const givers = await holdersOf(tx, company, 'roles.give', { scope: role, today })
    return givers.includes(asked_by) ? role : null
  }
  const same = (await ownAssignments(tx, { id: asked_by, company }, { at, today })).filter(
    (own) =>
      own.employeeId === asked_by &&
      own.roll === role.role &&
      own.omrade === role.area &&
      own.kategori === role.category &&
      own.deputyOf === null &&
      own.until === null &&
      (own.till === null || own.till >= role.from),
  )
  const id = (same.find((own) => own.id === role.deputyOf) ?? same[0])?.id
  const held = id === undefined ? null : await assignmentToEnd(tx, { company, id, at, today })
  if (!held) return null
  const to = held.till !== null && role.to !== null && held.till < role.to ? held.till : role.to
  return { ...role, deputyOf: held.id, to }
}
