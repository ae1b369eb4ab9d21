import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import type { AllWritten } from '#platform/server/db/rows.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import { audit } from '#core/audit/server/audit.ts'
import { noEmployee, PersonQuery, Persons } from '#core/people/persons.ts'
import { isRole, roles, type Role, type Scope } from '#core/people/roles.ts'
import { personsCalled } from '#core/people/server/persons.ts'
import type { RoleToGive } from '#core/people/server/roles/asked-roles.ts'
import { inAreasOf } from '#core/people/server/roles/in-areas.ts'
import { endAssignment } from '#core/people/server/roles/assignments.ts'
import { reach } from '#core/people/server/roles/reach.ts'
import { addRole, endRole, getRoleChoices, getRoleReceivers, getRoles } from '../calls.ts'
import { Assigned, Choices, Done, Given, NewRole, RowId } from '../contract.ts'
import { described } from '../rules.ts'
import { dayIsPast, endsBeforeStart, noArea, noRole, onlyOwnArea } from './failures.ts'
import { giveOrAsk } from './give.ts'
import { mayGive } from './may-give.ts'
import { actingBy, onWire } from './on-wire.ts'
import { activeEmployee, areasOf, assignmentsWithin, assignmentToEnd, type StoredAssignment } from './store.ts'

/** The calls that list all roles, and those by which employees who may give roles give and end them. */
export function giveRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, variants } = platform

  answer(app, getRoles, { answer: z.array(Assigned) }, async ({ employee }) => {
    const timeZone = variants.timeZoneOf(employee.company)
    const at = clock()
    const stored = await assignmentsWithin(db, reach(employee, 'roles.see'), { at, today: dateIn(timeZone, at) })
    return stored.map((each): Required<Assigned> => ({
      ...onWire(each, timeZone),
      kanAvslutas: mayEnd(employee, each),
    }))
  })

  answer(app, getRoleChoices, { answer: Choices }, async ({ employee }) => ({
    roller: (Object.keys(roles) as Role[]).map(described),
    omraden: (await areasOf(db, employee.company)).filter((area) => mayGive(employee, { area, category: null })),
  }))

  answer(app, getRoleReceivers, { query: PersonQuery, answer: Persons }, ({ employee, query }) =>
    personsCalled(
      db,
      query.sok,
      sql`${inAreasOf(reach(employee, 'roles.give'))} and e.active and e.id <> ${employee.id}`,
    ),
  )

  answer(app, addRole, { body: NewRole, answer: Given }, async (ask) =>
    once(db, ask, clock(), async (tx) => {
      const { employee, giving } = await actingBy(tx, ask, platform, 'roles.give')
      return giveOrAsk(tx, giving, await roleToGive(tx, { employee, body: ask.body }, giving.today))
    }),
  )

  answer(app, endRole, { body: RowId, answer: Done }, async (ask) =>
    once(db, ask, clock(), async (tx) => {
      const { id, ...unwritten } = ask.body
      unwritten satisfies AllWritten
      const { employee, giving } = await actingBy(tx, ask, platform, 'roles.give')
      const { company, by, at, today } = giving
      const found = await assignmentToEnd(tx, { company, id, at, today })
      if (!found || !mayGive(employee, scopeOf(found))) throw notFound()
      if (found.employeeId === employee.id) throw refused({ id: ['Du kan inte avsluta din egen roll.'] })
      if (isByRule(found)) throw refused({ id: ['Rollen följer av kontot och avslutas där.'] })
      await endAssignment(tx, { company, id: found.id, by, at })
      await audit(tx, {
        company,
        at,
        by,
        what: 'role.ended',
        object: { kind: 'role', id: found.id },
        about: found.employeeId,
        before: { role: found.roll, ...scopeOf(found), from: found.fran, to: found.till },
      })
      return { id: found.id }
    }),
  )
}

const scopeOf = ({ omrade, kategori }: Pick<StoredAssignment, 'omrade' | 'kategori'>): Scope => ({
  area: omrade,
  category: kategori,
})
const isByRule = ({ kalla }: StoredAssignment) => kalla === 'claim' || kalla === 'scim'
const mayEnd = (employee: Employee, stored: StoredAssignment) =>
  stored.employeeId !== employee.id && !isByRule(stored) && mayGive(employee, scopeOf(stored))

/** The role that a request gives. Throws what is wrong with it, by field. */
async function roleToGive(
  tx: Database,
  { employee, body }: { readonly employee: Employee; readonly body: NewRole },
  today: string,
): Promise<RoleToGive> {
  const { anstid, roll, omrade, kategori, fran, till = null, ...unwritten } = body
  unwritten satisfies AllWritten
  const to = till
  const area = omrade?.trim() ?? null
  const category = kategori?.trim() ?? null
  const receiver = await activeEmployee(tx, employee.company, anstid.trim())
  const wrong: Record<string, string[]> = {}
  if (!receiver) wrong['anstid'] = [noEmployee]
  if (receiver?.id === employee.id) wrong['anstid'] = ['Du kan inte ge dig själv en roll.']
  if (!isRole(roll)) wrong['roll'] = [noRole]
  if (area !== null && !(await areasOf(tx, employee.company)).includes(area)) wrong['omrade'] = [noArea]
  else if (!mayGive(employee, { area, category })) wrong['omrade'] = [onlyOwnArea]
  if (to !== null && to < fran) wrong['till'] = [endsBeforeStart]
  else if (to !== null && to < today) wrong['till'] = [dayIsPast]
  if (!receiver || !isRole(roll) || Object.keys(wrong).length > 0) throw refused(wrong)
  return { employeeId: receiver.id, role: roll, area, category, from: fran, to, deputyOf: null, because: null }
}
