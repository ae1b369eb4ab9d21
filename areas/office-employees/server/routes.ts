import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { PersonQuery, Persons } from '#core/people/persons.ts'
import type { Permission } from '#core/people/roles.ts'
import { personsCalled } from '#core/people/server/persons.ts'
import { actingRole, reach, reaches, usualReach } from '#core/people/server/roles/reach.ts'
import { requireHolder } from '#core/people/server/roles/still-holds.ts'
import type { Call } from '#platform/contract/call.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { AccountsTaken, Database, Platform } from '#platform/server/area.ts'
import { answer, type Ask } from '#platform/server/http/answer.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import {
  changeActive as activeCall,
  changeEmployee,
  changeRight as rightCall,
  findEmployees,
  getEmployee,
  getEmployees,
  getRefused,
  linkAccount as linkCall,
  releaseField,
  unlinkAccount as unlinkCall,
} from '../calls.ts'
import {
  Account,
  Active,
  Changed,
  Employee,
  EmployeeList,
  EmployeeQuery,
  NewValue,
  OneEmployee,
  Refused,
  Release,
  Right,
} from '../contract.ts'
import { changeActive, changeField, changeRight, release } from './changes.ts'
import { accountRoutes } from './account-routes.ts'
import { linkAccount, unlinkAccount, type ChangingToday } from './accounts.ts'
import { employeeIn, employeesIn, inReach, refusedAccounts, valuesIn } from './store.ts'

export function employeeRoutes(app: FastifyInstance, platform: Platform, accountsTaken: AccountsTaken): void {
  const { db, clock, variants } = platform
  accountRoutes(app, platform)
  const today = (company: string) => dateIn(variants.timeZoneOf(company), clock())

  answer(app, getEmployees, { query: EmployeeQuery, answer: EmployeeList }, ({ employee, query }) =>
    employeesIn(db, reach(employee, 'employees.see'), query, today(employee.company)),
  )

  answer(app, getEmployee, { query: OneEmployee, answer: Employee }, async ({ employee, query }) => {
    const { company } = employee
    const reached = reach(employee, 'employees.see')
    const number = query.anstid.trim()
    const which = { number, today: today(company), timeZone: variants.timeZoneOf(company) }
    const found = await employeeIn(db, { ...which, reached })
    if (!found) throw notFound()
    const edits = reach(employee, 'employees.edit')
    const may = async (permission: Permission) =>
      number !== employee.number && (await employeeIn(db, { ...which, reached: reach(employee, permission) })) !== null
    return {
      ...found,
      farAndra: await may('employees.edit'),
      farBehorigheter: await may('employees.rights'),
      omraden: (await valuesIn(db, edits, 'IntraCompanyArea')).filter((area) =>
        // Employees in reach may have a second area that is not.
        reaches(edits, { company, area, category: null }),
      ),
      befattningar: await valuesIn(db, edits, 'IntraPosition'),
    }
  })

  answer(app, findEmployees, { query: PersonQuery, answer: Persons }, ({ employee, query }) =>
    personsCalled(db, query.sok, sql`${inReach(reach(employee, 'employees.see'))} and e.active`),
  )

  // A refused account has no area, so a right that is limited to one area does not show any.
  answer(app, getRefused, { answer: z.array(Refused) }, ({ employee }) => {
    const { company, scopes } = reach(employee, 'employees.rights')
    const all = scopes.some(({ area, category }) => area === null && category === null)
    return all ? refusedAccounts(db, company, clock(), variants.timeZoneOf(company)) : []
  })

  /** Registers a call that changes one employee. A repeated idempotency key changes nothing more. */
  const change = <Body>(
    call: Call<Changed, undefined, Body>,
    { body, permission }: { readonly body: z.ZodMiniType<Body>; readonly permission: Permission },
    run: (tx: Database, changing: ChangingToday, body: Body) => Promise<boolean | Changed>,
  ) =>
    answer(app, call, { body, answer: Changed }, (ask: Ask<undefined, Body>) =>
      once(db, ask, clock(), async (tx) => {
        const when = { at: clock(), today: today(ask.employee.company) }
        const employee = await requireHolder(tx, ask.employee, permission, when)
        const by = { employeeId: employee.id, role: actingRole(employee, permission), request: ask.request }
        const reached = reach(employee, permission)
        const changed = await run(tx, { reached, usually: usualReach(employee, permission), by, ...when }, ask.body)
        return typeof changed === 'boolean' ? { andrat: changed } : changed
      }),
    )

  change(changeEmployee, { body: NewValue, permission: 'employees.edit' }, changeField)
  change(releaseField, { body: Release, permission: 'employees.edit' }, release)
  change(rightCall, { body: Right, permission: 'employees.rights' }, changeRight)
  change(activeCall, { body: Active, permission: 'employees.rights' }, changeActive)
  change(linkCall, { body: Account, permission: 'employees.rights' }, linkAccount)
  change(unlinkCall, { body: Account, permission: 'employees.rights' }, unlinkAccount(accountsTaken))
}
