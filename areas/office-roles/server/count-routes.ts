import type { FastifyInstance } from 'fastify'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { isOthers, waitingApprovals } from '#core/approvals/server/approvals.ts'
import type { Scope } from '#core/people/roles.ts'
import { mayApprove, reach } from '#core/people/server/roles/reach.ts'
import { getRoleCounts } from '../calls.ts'
import { RoleCounts } from '../contract.ts'
import { waitingRoles } from '#core/people/server/roles/asked-roles.ts'
import { countEmergencies } from './emergency-store.ts'
import { ruleCommand } from './make-rule.ts'

/** How many emergencies there are now, and how many requests the employee may decide. */
export function countRoutes(app: FastifyInstance, { db, clock, variants }: Platform): void {
  answer(app, getRoleCounts, { answer: RoleCounts }, async ({ employee }) => {
    const { company } = employee
    const waiting = [
      ...(await waitingRoles(db, company, dateIn(variants.timeZoneOf(company), clock()))),
      ...(await waitingApprovals(db, company, ruleCommand)),
    ]
      .filter((approval) => isOthers(approval, employee))
      .filter(({ payload }) => mayApprove(employee, payload as Scope))
    const emergencies = await countEmergencies(db, reach(employee, 'roles.see'), clock())
    return [
      { view: 'nodatkomst', label: 'Nödåtkomst just nu', count: emergencies },
      { view: 'vantar', label: 'Väntar på ditt godkännande', count: waiting.length },
    ]
  })
}
