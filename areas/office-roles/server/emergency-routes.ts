import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dateIn, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type AllWritten, type RowOf } from '#platform/server/db/rows.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import { audit } from '#core/audit/server/audit.ts'
import { isRole, roles, type Role, type Scope } from '#core/people/roles.ts'
import { addAssignment, endAssignment, sameAssignment } from '#core/people/server/roles/assignments.ts'
import { reach, type Reach } from '#core/people/server/roles/reach.ts'
import { lockRoleActs } from '#core/people/server/roles/still-holds.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { endEmergency, getEmergencies, takeEmergency } from '../calls.ts'
import { Done, Emergency, type NewEmergency, NewEmergency as Body, RowId } from '../contract.ts'
import { isForEmergency } from '../rules.ts'
import { mayGive } from './may-give.ts'
import { noArea, noRole } from './failures.ts'
import { actingBy } from './on-wire.ts'
import { areasOf, countsWithin } from './store.ts'

/** How many days an emergency role stays on the list. The log keeps it longer. */
const SHOWN_DAYS = 30
const HOUR_MS = 3_600_000
const hasItAlready = 'Du har redan den rollen.'

/**
 * 'Nödåtkomst': an employee who gives roles takes one, even a sensitive one, without a second person. It ends by itself. Everybody who sees
 * roles is notified, and so is the reporter of a case that is opened with it.
 */
export function emergencyRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, variants } = platform

  answer(app, getEmergencies, { answer: z.array(Emergency) }, async ({ employee }) => {
    const timeZone = variants.timeZoneOf(employee.company)
    const at = clock()
    const found = await emergencies(db, reach(employee, 'roles.see'), at)
    return found.map(({ from, to, role, skal, ...each }): Required<Emergency> => ({
      ...each,
      roll: role,
      namn: isRole(role) ? roles[role].name : role,
      fran: wallClockIn(timeZone, from),
      till: wallClockIn(timeZone, to),
      pagar: to > at,
      skal: skal ?? '',
    }))
  })

  answer(app, takeEmergency, { body: Body, answer: Done }, async (ask) =>
    once(db, ask, clock(), async (tx) => {
      await lockRoleActs(tx, ask.employee.company)
      // A sign-in or an import does not wait for other acts. The role by which this one is taken must not end before it is seen.
      await sql`
        select from role_assignments
        where company = ${ask.employee.company} and employee_id = ${ask.employee.id} and ended_at is null
        for share`.execute(tx)
      const { employee, giving } = await actingBy(tx, ask, platform, 'roles.give')
      const { company, by, at, today } = giving
      const { role, area, reason, hours } = await roleToTake(tx, employee, ask.body)
      const until = new Date(at.getTime() + hours * HOUR_MS)
      const place = {
        company,
        employee_id: employee.id,
        role,
        area,
        category: null,
        source: 'hand' as const,
        deputy_of: null,
      }
      const held = await sameAssignment(tx, place, { at, today })
      if (held && held.from <= today) throw refused({ roll: [hasItAlready] })
      const id = await addAssignment(
        tx,
        {
          ...place,
          valid_from: today,
          // The previous version, which may run during an upgrade, reads this column.
          valid_to: dateIn(variants.timeZoneOf(company), until),
          valid_until: until,
          given_because: reason,
          given_by: employee.id,
          given_at: at,
        },
        today,
      )
      if (id === null) throw refused({ roll: [hasItAlready] })
      await audit(tx, {
        company,
        at,
        by,
        what: 'role.emergency',
        object: { kind: 'role', id },
        about: employee.id,
        after: { role, area, until: wallClockIn(variants.timeZoneOf(company), until), reason },
      })
      return { id }
    }),
  )

  // Everybody who approves sensitive roles may end it. So may its holder, since the role that gives roles also approves them.
  answer(app, endEmergency, { body: RowId, answer: Done }, async (ask) =>
    once(db, ask, clock(), async (tx) => {
      const { id: asked, ...unwritten } = ask.body
      unwritten satisfies AllWritten
      const { employee, giving } = await actingBy(tx, ask, platform, 'roles.approve')
      const { company, by, at } = giving
      const found = await runningEmergency(tx, reach(employee, 'roles.approve'), asked, at)
      if (!found) throw notFound()
      const { id, employeeId, role, omrade: area } = found
      await endAssignment(tx, { company, id, by, at })
      const object = { kind: 'role', id }
      await audit(tx, { company, at, by, what: 'role.ended', object, about: employeeId, before: { role, area } })
      return { id }
    }),
  )
}

/** The role that the employee wants to take. Throws what is wrong, by field. */
async function roleToTake(
  tx: Database,
  employee: Employee,
  { roll, omrade, skal, timmar: hours, ...unwritten }: NewEmergency,
): Promise<{ role: Role; area: string | null; reason: string; hours: number }> {
  unwritten satisfies AllWritten
  const area = omrade?.trim() ?? null
  const scope: Scope = { area, category: null }
  const wrong: Record<string, string[]> = {}
  if (!isRole(roll)) wrong['roll'] = [noRole]
  else if (!isForEmergency(roll)) wrong['roll'] = ['Den rollen tas inte som nödåtkomst.']
  if (area !== null && !(await areasOf(tx, employee.company)).includes(area)) wrong['omrade'] = [noArea]
  else if (!mayGive(employee, scope)) wrong['omrade'] = ['Du får bara ta roller i ditt eget område.']
  if (!isRole(roll) || Object.keys(wrong).length > 0) throw refused(wrong)
  return { role: roll, area, reason: skal.trim(), hours }
}

const r = columnsOf<PeopleTables['role_assignments']>('r')
const e = columnsOf<PeopleTables['employees']>('e')
const emergency = selected({
  id: r('id'),
  employeeId: r('employee_id'),
  anstid: e('number'),
  anstalld: sql<string>`concat(${e('first_name')}, ' ', ${e('last_name')})`,
  role: r('role'),
  omrade: r('area'),
  kategori: r('category'),
  from: r('given_at'),
  to: sql<Date>`least(${r('valid_until')}, ${r('ended_at')})`,
  skal: r('given_because'),
})
type Stored = RowOf<typeof emergency>

/** The emergency roles in reach that were taken in the last days, the latest first. */
async function emergencies(db: Database, reached: Reach, at: Date): Promise<Stored[]> {
  const { rows } = await sql<RowOf<typeof emergency>>`
    select ${emergency} from role_assignments r join employees e on e.id = r.employee_id
    where ${countsWithin(reached)} and r.given_at > ${new Date(at.getTime() - SHOWN_DAYS * 24 * HOUR_MS)}
    order by r.given_at desc, r.id desc`.execute(db)
  return rows
}

async function runningEmergency(tx: Database, reached: Reach, id: number, at: Date): Promise<Stored | null> {
  const { rows } = await sql<RowOf<typeof emergency>>`
    select ${emergency} from role_assignments r join employees e on e.id = r.employee_id
    where ${countsWithin(reached)} and r.id = ${id} and r.valid_until > ${at} and r.ended_at is null
    for update of r`.execute(tx)
  return rows[0] ?? null
}
