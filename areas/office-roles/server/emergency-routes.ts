import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { dateIn, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import type { AllWritten } from '#platform/server/db/rows.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import { audit } from '#core/audit/server/audit.ts'
import { isRole, roles, type Role, type Scope } from '#core/people/roles.ts'
import { addAssignment, endAssignment, sameAssignment } from '#core/people/server/roles/assignments.ts'
import { reach } from '#core/people/server/roles/reach.ts'
import { lockRoleActs } from '#core/people/server/roles/still-holds.ts'
import { endEmergency, getEmergencies, takeEmergency } from '../calls.ts'
import { Done, Emergency, type NewEmergency, NewEmergency as Body, RowId } from '../contract.ts'
import { isForEmergency } from '../rules.ts'
import { emergencies, lockOwnRoles, runningEmergency } from './emergency-store.ts'
import { noArea, noRole } from './failures.ts'
import { mayGive } from './may-give.ts'
import { actingBy } from './on-wire.ts'
import { areasOf } from './store.ts'

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
      // A sign-in or an import does not wait for other acts.
      await lockOwnRoles(tx, ask.employee.company, ask.employee.id)
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
