import type { Database } from '#platform/server/area.ts'
import { Refusal, refused } from '#platform/server/http/errors.ts'
import { audit } from '#core/audit/server/audit.ts'
import { askForApproval, type Command } from '#core/approvals/server/approvals.ts'
import { roles } from '#core/people/roles.ts'
import { holdersOf } from '#core/people/server/roles/holders.ts'
import { sensitiveRole, type Giving } from './give.ts'
import { addRule, type RuleToMake } from './rules-store.ts'

export const ruleCommand = 'role.rule'
const notAnyMore = 'Den som begärde regeln får inte längre ge rollen.'

/** A rule as it is written in the log. */
const inLog = ({ role, area, category, claim, value, issuer }: RuleToMake) => ({
  role,
  area,
  category,
  because: `${claim} = ${value}`,
  issuer,
})

/**
 * Makes a rule, or asks for approval if its role is sensitive. Everybody to whom the rule applies later gets the role without a further
 * approval.
 */
export async function makeOrAsk(
  tx: Database,
  giving: Giving,
  rule: RuleToMake,
): Promise<{ id: number; vantar: boolean }> {
  const { company, by, at, today } = giving
  if (!roles[rule.role].sensitive) return { id: await make(tx, giving, rule), vantar: false }
  const checkers = await holdersOf(tx, company, 'roles.approve', { scope: rule, today })
  const { issuer, claim, value, role, area, category } = rule
  const asked = {
    why: sensitiveRole,
    company,
    command: ruleCommand,
    payload: rule,
    subject: JSON.stringify([issuer, claim, value, role, area, category]),
    state: null,
    aboutId: null,
    askedBy: by?.employeeId ?? null,
    at,
  }
  const id = await askForApproval(tx, asked, checkers)
  await audit(tx, { company, at, by, what: 'rule.asked', object: { kind: 'approval', id }, after: inLog(rule) })
  return { id, vantar: true }
}

/** Makes a rule at once. `madeBy`: who requested it, if another employee has approved it. */
async function make(
  tx: Database,
  { company, by, at }: Giving,
  rule: RuleToMake,
  { madeBy = by?.employeeId ?? null, approvedBy = null }: { madeBy?: string | null; approvedBy?: string | null } = {},
): Promise<number> {
  const id = await addRule(tx, rule, { company, madeBy, approvedBy, at })
  if (id === null) throw refused({ varde: ['Det finns redan en sådan regel.'] })
  await audit(tx, { company, at, by, what: 'rule.made', object: { kind: 'rule', id }, after: inLog(rule) })
  return id
}

/** Makes an approved rule, but only if the employee who requested it may still give the role. */
export const makingApproved = (giving: Giving): Command => ({
  stateOf: async () => null,
  async carryOut(tx, { company, payload, asked_by }) {
    const rule = payload as RuleToMake
    const givers = await holdersOf(tx, company, 'roles.give', { scope: rule, today: giving.today })
    if (asked_by === null || !givers.includes(asked_by)) throw new Refusal(409, notAnyMore)
    await make(tx, giving, rule, { madeBy: asked_by, approvedBy: giving.by?.employeeId ?? null })
  },
})
