import { sql } from 'kysely'
import { addDays } from '#platform/contract/wall-clock.ts'
import { waitingApprovals } from '#core/approvals/server/approvals.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { isRole, scopesOf, type Permission, type Role, type Scope } from '../../roles.ts'
import type { PeopleTables } from '../tables.ts'
import type { When } from './held.ts'

/** A role as it is requested, and as it is stored while it waits for approval. */
export interface RoleToGive extends Scope {
  readonly employeeId: string
  readonly role: Role
  readonly from: string
  readonly to: string | null
  /** The assignment whose holder gets a deputy. */
  readonly deputyOf: number | null
  /** The file that requests the role; null if none does. */
  readonly because: string | null
}

export const giveCommand = 'role.give'

/** Whether the days for which a role is requested have passed. */
export const isPast = ({ to }: RoleToGive, today: string): boolean => to !== null && to < today

/** The requests that wait for a decision, the oldest first, without those whose days have passed. */
export async function waitingRoles(db: Database, company: string, today: string) {
  const waiting = await waitingApprovals(db, company, giveCommand)
  return waiting
    .map((approval) => ({ ...approval, asked: approval.payload as RoleToGive }))
    .filter(({ asked }) => !isPast(asked, today))
}

/** How long the work of an employee waits whose role has ended and is requested again. */
const DAYS = 3

const r = columnsOf<PeopleTables['role_assignments']>('r')
const ended = selected({
  employeeId: r('employee_id'),
  role: r('role'),
  area: r('area'),
  category: r('category'),
})

const placeOf = ({ employeeId, role, area, category }: RowOf<typeof ended>) =>
  JSON.stringify([employeeId, role, area, category])

/**
 * The employees whose role with the permission has ended within the last three days and waits to be approved anew, by id, with the parts of
 * the company in which they had it.
 */
export async function scopesAwaited(
  db: Database,
  company: string,
  permission: Permission,
  { at, today }: When,
): Promise<ReadonlyMap<string, readonly Scope[]>> {
  const asked = (await waitingRoles(db, company, today)).map((waiting) => waiting.asked)
  if (asked.length === 0) return new Map()
  const { rows } = await sql<RowOf<typeof ended>>`
    select ${ended} from role_assignments r
    where r.company = ${company} and r.valid_until is null
      and (r.ended_at > ${new Date(at.getTime() - DAYS * 86_400_000)}
        or (r.ended_at is null and r.valid_to >= ${addDays(today, -DAYS)} and r.valid_to < ${today}))`.execute(db)
  const lately = new Set(rows.map(placeOf))
  const again = asked.filter((role) => isRole(role.role) && lately.has(placeOf(role)))
  return new Map(
    [...Map.groupBy(again, ({ employeeId }) => employeeId)].map(([id, of]) => [
      id,
      of.flatMap(({ role, ...place }) => scopesOf(role, permission, place)),
    ]),
  )
}
