import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import type { AllWritten } from '#platform/server/db/rows.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import { audit } from '#core/audit/server/audit.ts'
import { noEmployee, PersonQuery, Persons } from '#core/people/persons.ts'
import { isRole } from '#core/people/roles.ts'
import { personsCalled } from '#core/people/server/persons.ts'
import { endAssignment } from '#core/people/server/roles/assignments.ts'
import { lockRoleActs } from '#core/people/server/roles/still-holds.ts'
import { addDeputy, endDeputy, getColleagues, getOwnRoles } from '../calls.ts'
import { Deputy, Done, Given, OwnRole, RowId } from '../contract.ts'
import { described, lastDeputyDay } from '../rules.ts'
import { dayIsPast, endsBeforeStart } from './failures.ts'
import { giveOrAsk } from './give.ts'
import { onWire } from './on-wire.ts'
import { activeEmployee, assignmentToEnd, withRole, ownAssignments } from './store.ts'

/** The employee's own roles, why he or she has them, and deputies for a time. */
export function deputyRoutes(app: FastifyInstance, { db, clock, variants }: Platform): void {
  answer(app, getOwnRoles, { answer: z.array(OwnRole) }, async ({ employee }) => {
    const timeZone = variants.timeZoneOf(employee.company)
    const at = clock()
    const stored = await ownAssignments(db, employee, { at, today: dateIn(timeZone, at) })
    return stored.flatMap((own): Required<OwnRole>[] => {
      if (own.employeeId !== employee.id || !isRole(own.roll)) return []
      const ersattare = stored
        .filter(({ deputyOf }) => deputyOf === own.id)
        .map(({ id, anstalld: namn, fran, till }) => ({ id, namn, fran, till }))
      return [{ ...onWire(own, timeZone), ...described(own.roll), ersattare }]
    })
  })

  // A role in the office does not show its holder who else works at the company. A deputy without a role is named by number.
  answer(app, getColleagues, { query: PersonQuery, answer: Persons }, ({ employee: { id, company }, query }) => {
    const at = clock()
    const now = { at, today: dateIn(variants.timeZoneOf(company), at) }
    return personsCalled(db, query.sok, sql`${withRole(company, now)} and e.id <> ${id}`)
  })

  answer(app, addDeputy, { body: Deputy, answer: Given }, async (ask) => {
    const { employee, body, request } = ask
    const { rollId, anstid, fran, till, ...unwritten } = body
    unwritten satisfies AllWritten
    const { id: me, company } = employee
    const at = clock()
    const today = dateIn(variants.timeZoneOf(company), at)
    return once(db, ask, at, async (tx) => {
      await lockRoleActs(tx, company)
      // The employee is locked before the role, in the same order as when an employment ends.
      const deputy = await activeEmployee(tx, company, anstid.trim())
      const held = await assignmentToEnd(tx, { company, id: rollId, at, today })
      if (held?.employeeId !== me || !isRole(held.roll)) throw refused({ rollId: ['Du har inte den rollen.'] })
      if (held.deputyOf !== null) throw refused({ rollId: ['Den som själv är ersättare kan inte utse en ersättare.'] })
      if (held.until !== null) throw refused({ rollId: ['En nödåtkomst kan inte lämnas till en ersättare.'] })
      if (!deputy) throw refused({ anstid: [noEmployee] })
      if (deputy.id === me) throw refused({ anstid: ['Du kan inte vara din egen ersättare.'] })
      if (till < fran) throw refused({ till: [endsBeforeStart] })
      if (till < today) throw refused({ till: [dayIsPast] })
      if (till > lastDeputyDay(fran)) throw refused({ till: ['En ersättare kan utses för högst ett år.'] })
      if (held.till !== null && till > held.till) throw refused({ till: [`Din egen roll slutar ${held.till}.`] })
      const role = { role: held.roll, area: held.omrade, category: held.kategori, deputyOf: held.id, because: null }
      const by = { employeeId: me, role: null, request }
      return giveOrAsk(
        tx,
        { company, by: { ...by, role: roleHeld(held.roll, held.omrade, held.kategori) }, at, today },
        { ...role, employeeId: deputy.id, from: fran, to: till },
      )
    })
  })

  answer(app, endDeputy, { body: RowId, answer: Done }, async (ask) => {
    const { employee, body, request } = ask
    const { id, ...unwritten } = body
    unwritten satisfies AllWritten
    const { id: me, company } = employee
    const at = clock()
    return once(db, ask, at, async (tx) => {
      await lockRoleActs(tx, company)
      const today = dateIn(variants.timeZoneOf(company), at)
      const deputy = await assignmentToEnd(tx, { company, id, at, today })
      if (!deputy || deputy.holderId !== me) throw notFound()
      const by = { employeeId: me, role: roleHeld(deputy.roll, deputy.omrade, deputy.kategori), request }
      await endAssignment(tx, { company, id: deputy.id, by, at })
      await audit(tx, {
        company,
        at,
        by,
        what: 'role.ended',
        object: { kind: 'role', id: deputy.id },
        about: deputy.employeeId,
        before: { role: deputy.roll, area: deputy.omrade, category: deputy.kategori, to: deputy.till },
      })
      return { id: deputy.id }
    })
  })
}

const roleHeld = (role: string, area: string | null, category: string | null) => ({
  role,
  area,
  category,
  deputyFor: null,
})
