import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { dateIn, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import type { AllWritten } from '#platform/server/db/rows.ts'
import { answer } from '#platform/server/http/answer.ts'
import { once } from '#platform/server/http/once.ts'
import { audit } from '#core/audit/server/audit.ts'
import { decide, isOthers, outdatedRequest } from '#core/approvals/server/approvals.ts'
import { giveCommand, waitingRoles, type RoleToGive } from '#core/people/server/roles/asked-roles.ts'
import { mayApprove } from '#core/people/server/roles/reach.ts'
import { decideRole, getWaitingRoles } from '../calls.ts'
import { Decision, Done, Waiting } from '../contract.ts'
import { described } from '../rules.ts'
import { givingApproved } from './give.ts'
import { actingBy } from './on-wire.ts'
import { namesOf } from '#core/people/server/names.ts'

/** The calls for sensitive roles, which a second person has to approve. */
export function approvalRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, variants } = platform

  answer(app, getWaitingRoles, { answer: z.array(Waiting) }, async ({ employee }) => {
    const { company } = employee
    const timeZone = variants.timeZoneOf(company)
    const waiting = (await waitingRoles(db, company, dateIn(timeZone, clock()))).filter(({ asked }) =>
      mayApprove(employee, asked),
    )
    const people = waiting.flatMap(({ asked, asked_by }) => [asked.employeeId, ...(asked_by ? [asked_by] : [])])
    const names = await namesOf(db, company, people)
    return waiting.map((approval): Required<Waiting> => {
      const { id, asked, asked_by, asked_at } = approval
      const { roll, namn, syfte } = described(asked.role)
      const asker = names.get(asked_by ?? '')?.nameAndNumber ?? null
      return {
        id,
        anstid: names.get(asked.employeeId)?.number ?? '',
        anstalld: names.get(asked.employeeId)?.name ?? '',
        roll,
        namn,
        syfte,
        omrade: asked.area,
        kategori: asked.category,
        fran: asked.from,
        till: asked.to,
        // Only the holder of a role can ask for a deputy.
        ersatterFor: asked.deputyOf === null ? null : asker,
        begardAv: asker,
        begard: wallClockIn(timeZone, asked_at),
        kanBeslutas: isOthers(approval, employee),
      }
    })
  })

  answer(app, decideRole, { body: Decision, answer: Done }, async (ask) => {
    const { id, godkann: approved, skal = '', ...unwritten } = ask.body
    unwritten satisfies AllWritten
    const decided = await once(db, ask, clock(), async (tx) => {
      const { employee, giving } = await actingBy(tx, ask, platform, 'roles.approve')
      const { company, by, at } = giving
      const approval = await decide(
        tx,
        {
          company,
          id,
          command: giveCommand,
          by,
          reaches: ({ payload }) => mayApprove(employee, payload as RoleToGive),
          approved,
          reason: skal.trim(),
          at,
        },
        givingApproved(giving),
      )
      if (!approval) return { id, fresh: false }
      const asked = approval.payload as RoleToGive
      await audit(tx, {
        company,
        at,
        by,
        what: approved ? 'role.approved' : 'role.refused',
        object: { kind: 'approval', id },
        about: asked.employeeId,
        after: skal.trim() ? { reason: skal.trim() } : undefined,
      })
      return { id, fresh: true }
    })
    if (!decided.fresh) throw outdatedRequest()
    return { id }
  })
}
