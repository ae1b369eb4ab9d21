import type { Employee } from '#platform/server/http/signed-in.ts'
import type { Scope } from '#core/people/roles.ts'
import { covers, reach } from '#core/people/server/roles/reach.ts'

/** Whether an employee may give a role, or make a rule, that is limited to this scope. */
export const mayGive = (employee: Employee, scope: Scope): boolean =>
  reach(employee, 'roles.give').scopes.some((own) => covers(own, scope))
