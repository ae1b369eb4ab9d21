import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import type { AllWritten } from '#platform/server/db/rows.ts'
import { answer } from '#platform/server/http/answer.ts'
import { once } from '#platform/server/http/once.ts'
import { audit } from '#core/audit/server/audit.ts'
import { decide, outdatedRequest, waitingApprovals } from '#core/approvals/server/approvals.ts'
import { roles } from '#core/people/roles.ts'
import { mayApprove } from '#core/people/server/roles/reach.ts'
import { decideRule, getWaitingRules } from '../calls.ts'
import { Decision, Done, WaitingRule } from '../contract.ts'
import { makingApproved, ruleCommand } from './make-rule.ts'
import { actingBy } from './on-wire.ts'
import type { RuleToMake } from './rules-store.ts'
import { namesOf } from '#core/people/server/names.ts'

/** The calls for rules about sensitive roles, which a second person has to approve. */
export function ruleApprovalRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, variants } = platform

  answer(app, getWaitingRules, { answer: z.array(WaitingRule) }, async ({ employee }) => {
    const { company } = employee
    const waiting = (await waitingApprovals(db, company, ruleCommand))
      .map((approval) => ({ ...approval, asked: approval.payload as RuleToMake }))
      .filter(({ asked }) => mayApprove(employee, asked))
    const names = await namesOf(
      db,
      company,
      waiting.flatMap(({ asked_by }) => asked_by ?? []),
    )
    return waiting.map(({ id, asked, asked_by, asked_at }): Required<WaitingRule> => ({
      id,
      utfardare: asked.issuer,
      claim: asked.claim,
      varde: asked.value,
      namn: roles[asked.role].name,
      omrade: asked.area,
      kategori: asked.category,
      begardAv: names.get(asked_by ?? '')?.nameAndNumber ?? null,
      begard: wallClockIn(variants.timeZoneOf(company), asked_at),
      kanBeslutas: asked_by !== employee.id,
    }))
  })

  answer(app, decideRule, { body: Decision, answer: Done }, async (ask) => {
    const { id, godkann: approved, skal = '', ...unwritten } = ask.body
    unwritten satisfies AllWritten
    const reason = skal.trim()
    const decided = await once(db, ask, clock(), async (tx) => {
      const { employee, giving } = await actingBy(tx, ask, platform, 'roles.approve')
      const { company, by, at } = giving
      const reaches = ({ payload }: { readonly payload: object }) => mayApprove(employee, payload as RuleToMake)
      const decision = { company, id, command: ruleCommand, by, reaches, approved, reason, at }
      const approval = await decide(tx, decision, makingApproved(giving))
      if (!approval) return { id, fresh: false }
      const what = approved ? 'rule.approved' : 'rule.refused'
      await audit(tx, {
        company,
        at,
        by,
        what,
        object: { kind: 'approval', id },
        after: reason ? { reason } : undefined,
      })
      return { id, fresh: true }
    })
    if (!decided.fresh) throw outdatedRequest()
    return { id }
  })
}
