import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { audit, type Actor } from '#core/audit/server/audit.ts'
import { isRole, type Scope } from '../../roles.ts'
import { plainIssuer } from '../issuer.ts'
import { findById, lockActive, type DatedRole, type StoredEmployee } from '../store.ts'
import { peopleTables as tables, type PeopleTables } from '../tables.ts'
import { noteEndedRule } from '../ended-again.ts'
import { addAssignment, endAssignment, replaceAssignment } from './assignments.ts'
import { hashesOf, hashOf, valuesOf } from './claim-values.ts'

/** The parts of a token that rules need. */
export interface ClaimsOfToken {
  readonly issuer: string
  /** The account at the issuer that is linked to the employee; null at the embedded provider, which needs no link. */
  readonly account: string | null
  /** Seconds by the provider's clock. */
  readonly issuedAt: number
  readonly claims: Readonly<Record<string, unknown>>
  /** Whether it was issued for the portal's page. An access token has other groups, or none. */
  readonly isOfPage: boolean
}

interface Rule extends Scope {
  readonly id: number
  readonly issuer: string | null
  readonly claim: string
  readonly value: string
  readonly role: string
  readonly madeBy: string | null
  readonly approvedBy: string | null
}

interface ByRule extends Scope {
  readonly id: number
  readonly role: string
  readonly ruleId: number
}

const rr = columnsOf<PeopleTables['role_rules']>('rr')

/** The rules of the company of an employee `e`, and the roles that they have given him or her by earlier tokens. */
export const ruleFields = {
  /** When the token was issued that decided last, in seconds; null before the first token. */
  decidedBy: sql<number | null>`(select extract(epoch from c.issued_at)::float8 from role_claims c
    where c.company = e.company and c.employee_id = e.id)`,
  /** By provider, when its last token was issued, in seconds. */
  lastIssued: sql<Readonly<Record<string, number>>>`coalesce((
    select json_object_agg(i.issuer, extract(epoch from i.issued_at)::float8) from role_claim_issuers i
    where i.company = e.company and i.employee_id = e.id), '{}')`,
  rules: sql<Rule[]>`coalesce((select json_agg(json_build_object('id', ${rr('id')}, 'issuer', ${rr('issuer')},
      'claim', ${rr('claim')}, 'value', ${rr('value')}, 'role', ${rr('role')}, 'area', ${rr('area')},
      'category', ${rr('category')}, 'madeBy', ${rr('made_by')}, 'approvedBy', ${rr('approved_by')}) order by ${rr('id')})
    from role_rules rr where rr.company = e.company and rr.ended_at is null), '[]')`,
  held: sql<ByRule[]>`coalesce((select json_agg(json_build_object('id', r.id, 'role', r.role, 'area', r.area,
      'category', r.category, 'ruleId', r.rule_id) order by r.id)
    from role_assignments r
    where r.company = e.company and r.employee_id = e.id and r.source = 'claim' and r.ended_at is null), '[]')`,
} as const
const state = selected(ruleFields)
export type RuleState = RowOf<typeof state>

const states = prepared(
  (_db, company: string, id: string) => sql<RowOf<typeof state>>`
    select ${state} from employees e where e.company = ${company} and e.id = ${id}`,
)

export async function ruleStateOf(
  db: Database,
  { id, company }: Pick<StoredEmployee, 'id' | 'company'>,
): Promise<RuleState> {
  return (await states(db, company, id))[0] ?? { decidedBy: null, lastIssued: {}, rules: [], held: [] }
}

interface Difference {
  readonly toGive: readonly Rule[]
  readonly toEnd: readonly ByRule[]
}

/** Whether a rule gives an employee its role. Nobody gets a role by a rule that he or she made or approved. */
const isFor = ({ madeBy, approvedBy, role }: Rule, employeeId: string) =>
  madeBy !== employeeId && approvedBy !== employeeId && isRole(role)

const placeOf = ({ role, area, category }: Pick<Rule, 'role' | 'area' | 'category'>) =>
  JSON.stringify([role, area, category])

/**
 * The roles from rules that name a provider of which no token has come for so long that none can be valid. No token of another provider
 * decides about them, so they would never end for an employee who uses that provider no longer.
 */
function outlivedOf(
  { rules, held, lastIssued }: RuleState,
  { at, tokenSeconds }: Pick<Following, 'at' | 'tokenSeconds'>,
): ByRule[] {
  const oldest = at.getTime() / 1000 - tokenSeconds
  const silent = rules.filter(({ issuer }) => issuer !== null && (lastIssued[issuer] ?? 0) < oldest)
  const ids = new Set(silent.map(({ id }) => id))
  return held.filter(({ ruleId }) => ids.has(ruleId))
}

/** The roles from rules that the token gives and ends. */
function differenceOf(
  { rules, held }: RuleState,
  employeeId: string,
  { issuer, claims }: ClaimsOfToken,
  outlived: readonly ByRule[],
): Difference {
  const silent = new Set(outlived.map(({ ruleId }) => ruleId))
  const wanted = new Map<string, Rule>()
  const unknown = new Set<number>()
  for (const rule of rules) {
    if (!isFor(rule, employeeId)) continue
    // A rule that names a provider is not decided by another provider's token.
    if (rule.issuer !== null && rule.issuer !== plainIssuer(issuer)) {
      if (!silent.has(rule.id)) unknown.add(rule.id)
      continue
    }
    const values = valuesOf(claims, rule.claim)
    if (values === null) unknown.add(rule.id)
    else if (values.includes(rule.value) && !wanted.has(placeOf(rule))) wanted.set(placeOf(rule), rule)
  }
  const stays = (each: ByRule) => unknown.has(each.ruleId) || wanted.get(placeOf(each))?.id === each.ruleId
  const kept = new Set(held.filter(stays).map(placeOf))
  return {
    toGive: [...wanted].flatMap(([place, rule]) => (kept.has(place) ? [] : [rule])),
    toEnd: held.filter((each) => !stays(each)),
  }
}

interface Following {
  readonly db: Database
  readonly at: Date
  /** The day of `at` in the employee's company. */
  readonly today: string
  /** How long a token may be valid. A page that is in use renews its token before that. */
  readonly tokenSeconds: number
  readonly log: { warn(fields: object, message: string): void }
}

/**
 * Gives and ends the roles that follow from the employee's token, and returns the roles as they are stored afterwards. The token that was
 * issued last decides: an older one, of another device, changes nothing. A role counts because it is stored, never because a token says so.
 * With an access token, which decides nothing, such roles count only as long as the deciding token could be valid: otherwise an employee
 * who has left a group would keep its role by never opening the page. A role from a rule that names a provider counts as long after that
 * provider's last token. `before` was read together with the employee.
 */
export async function followRoleRules(
  { db, at, today, tokenSeconds, log }: Following,
  employee: StoredEmployee,
  token: ClaimsOfToken,
  before: RuleState,
): Promise<readonly DatedRole[]> {
  const outlived = outlivedOf(before, { at, tokenSeconds })
  if (!token.isOfPage) {
    const isRecent = before.decidedBy !== null && at.getTime() / 1000 - before.decidedBy <= tokenSeconds
    return without(employee.roles, isRecent ? outlived : before.held)
  }
  const issuedAt = Math.floor(token.issuedAt)
  if (before.decidedBy !== null && issuedAt < before.decidedBy) return without(employee.roles, outlived)
  const { toGive, toEnd } = differenceOf(before, employee.id, token, outlived)
  const changes = toGive.length + toEnd.length > 0
  // The same token is checked every half minute.
  if (!changes && issuedAt === before.decidedBy) return employee.roles
  const named = before.rules.map(({ claim }) => claim)
  const hashes = hashesOf(token.claims, named)
  if (!changes && before.decidedBy === null && hashes.length === 0) return employee.roles
  try {
    await db.transaction().execute(async (tx) => {
      // Locks in the same order as the removal of an account, because otherwise the two could deadlock.
      if (toGive.length > 0 && !(await lockActive(tx, employee.id))) return
      if (!(await isLinked(tx, employee, token))) return
      if (await remember(tx, employee, token, hashes)) await change(tx, employee, token, { at, today, tokenSeconds })
    })
  } catch (error) {
    // If this fails, for example on a full disk, employees still sign in, without the roles that should have ended.
    log.warn({ reason: (error as Error).message }, 'role rules not followed')
    return without(employee.roles, toEnd)
  }
  return changes ? without((await findById(db, employee.id))?.roles ?? [], outlived) : employee.roles
}

function without(roles: readonly DatedRole[], lost: readonly Pick<ByRule, 'id'>[]): readonly DatedRole[] {
  const ids = new Set(lost.map(({ id }) => id))
  return roles.filter(({ id }) => !ids.has(id))
}

/**
 * Whether the account is still linked to the employee. If so, locks the link until the transaction ends: otherwise a sign-in that is
 * under way while the link is removed would bring the roles back.
 */
async function isLinked(tx: Database, { id }: StoredEmployee, { issuer, account }: ClaimsOfToken): Promise<boolean> {
  if (account === null) return true
  const plain = plainIssuer(issuer)
  const { rows } = await sql`
    select from identities where issuer in (${plain}, ${`${plain}/`}) and subject = ${account} and employee_id = ${id}
    for share`.execute(tx)
  return rows.length > 0
}

/** Stores the token as the one that decides, and locks the row. Returns false if a later token has come meanwhile. */
async function remember(
  tx: Database,
  { id, company }: StoredEmployee,
  { issuer, issuedAt }: ClaimsOfToken,
  hashes: string[],
): Promise<boolean> {
  const { rows } = await sql`
    insert into role_claims (company, employee_id, issuer, issued_at, hashes)
    values (${company}, ${id}, ${plainIssuer(issuer)}, ${new Date(Math.floor(issuedAt) * 1000)}, ${hashes})
    on conflict (company, employee_id) do update
      set issuer = excluded.issuer, issued_at = excluded.issued_at, hashes = excluded.hashes
      where role_claims.issued_at <= excluded.issued_at
    returning employee_id`.execute(tx)
  return rows.length > 0
}

async function change(
  tx: Database,
  employee: StoredEmployee,
  token: ClaimsOfToken,
  { at, today, tokenSeconds }: Pick<Following, 'at' | 'today' | 'tokenSeconds'>,
): Promise<void> {
  const { id: employeeId, company } = employee
  // Read again after the lock, because another process may have made the change.
  const now = await ruleStateOf(tx, employee)
  const { toGive, toEnd } = differenceOf(now, employeeId, token, outlivedOf(now, { at, tokenSeconds }))
  const ending = { company, employeeId, by: null, at, today }
  const given = new Set<Rule>()
  for (const held of toEnd) {
    // The holder keeps the role by another rule, and so its deputies.
    const next = toGive.find((rule) => placeOf(rule) === placeOf(held))
    if (next) {
      given.add(next)
      await giveInstead(tx, held.id, next, ending)
    } else await endAssignment(tx, { company, id: held.id, by: null, at })
    await recordEnded(tx, held, ending)
  }
  for (const rule of toGive) if (!given.has(rule)) await giveByRule(tx, rule, ending)
}

interface EndingHeld {
  readonly company: string
  readonly employeeId: string
  /** Null for a sign-in or a command of an operator. */
  readonly by: Actor | null
  readonly at: Date
  /** The day of `at` in the company. */
  readonly today: string
}

async function giveByRule(
  tx: Database,
  { id: ruleId, role, area, category, claim, value }: Rule,
  { company, employeeId, by, at, today }: EndingHeld,
): Promise<number | null> {
  const because = `${claim} = ${value}`
  const id = await addAssignment(
    tx,
    {
      company,
      employee_id: employeeId,
      role,
      area,
      category,
      valid_from: today,
      valid_to: null,
      source: 'claim',
      given_because: because,
      given_by: null,
      given_at: at,
      deputy_of: null,
      rule_id: ruleId,
    },
    today,
  )
  const object = { kind: 'role', id: id ?? 0 }
  const after = { role, area, category, because, from: today }
  if (id !== null) await audit(tx, { company, at, by, about: employeeId, what: 'rule.gave', object, after })
  return id
}

/** Ends a role whose holder has it by another rule too, which gives it in its place. The caller records the end. */
async function giveInstead(tx: Database, held: number, next: Rule, ending: EndingHeld): Promise<void> {
  const { company, by, at, today } = ending
  const days = { from: today, to: null }
  await replaceAssignment(tx, { company, id: held, by, at }, days, () => giveByRule(tx, next, ending))
}

const recordEnded = (
  tx: Database,
  { id, role, area, category }: ByRule,
  { company, employeeId, by, at }: EndingHeld,
): Promise<void> => {
  const object = { kind: 'role', id }
  return audit(tx, { company, by, at, about: employeeId, what: 'rule.ended', object, before: { role, area, category } })
}

/** Those of the rules that give the employee a role by the token that decided last, as far as its claims are remembered. */
async function rulesRemembered(
  tx: Database,
  { company, employeeId }: Pick<EndingHeld, 'company' | 'employeeId'>,
  rules: readonly Rule[],
): Promise<Rule[]> {
  const decided = await tables(tx)
    .selectFrom('role_claims')
    .select(['issuer', 'hashes'])
    .where('company', '=', company)
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  if (!decided) return []
  const { issuer, hashes } = decided
  return rules.filter(
    (rule) =>
      isFor(rule, employeeId) &&
      (rule.issuer === null || rule.issuer === issuer) &&
      hashes.includes(hashOf(rule.claim, rule.value)),
  )
}

/**
 * Ends the roles that an account may have brought, and deletes the claims of its tokens. Call it in the transaction that takes the account
 * away from the employee. If the employee has several accounts, it is not stored which of them brought a role: those stay that follow from
 * the token that decided last if a remaining account brought it, and otherwise a remaining account brings its roles again at its next call.
 */
export async function endRolesOfAccount(
  tx: Database,
  { issuer, ...ending }: EndingHeld & { readonly issuer: string },
): Promise<void> {
  const { company, employeeId, by, at } = ending
  const { held, rules } = await ruleStateOf(tx, { id: employeeId, company })
  const ofAnother = rules.filter((rule) => rule.issuer !== null && rule.issuer !== plainIssuer(issuer))
  const kept = new Set(ofAnother.map(({ id }) => id))
  await sql`
    delete from role_claims
    where company = ${company} and employee_id = ${employeeId} and issuer = ${plainIssuer(issuer)}`.execute(tx)
  await sql`
    delete from role_claim_issuers
    where company = ${company} and employee_id = ${employeeId} and issuer = ${plainIssuer(issuer)}`.execute(tx)
  const remembered = await rulesRemembered(tx, ending, rules)
  for (const each of held) {
    if (kept.has(each.ruleId) || remembered.some(({ id }) => id === each.ruleId)) continue
    const next = remembered.find((rule) => placeOf(rule) === placeOf(each))
    if (next) await giveInstead(tx, each.id, next, ending)
    else await endAssignment(tx, { company, id: each.id, by, at })
    await recordEnded(tx, each, ending)
  }
}

/**
 * Ends a rule, and with it the roles that follow from it. Whoever has the same role by another rule too, by the token that decided last, has
 * it by that one then. Returns the roles that have ended.
 */
export async function endRule(
  tx: Database,
  { id, ...act }: Omit<EndingHeld, 'employeeId' | 'by'> & { readonly id: number; readonly by: Actor },
): Promise<{ readonly employeeId: string; readonly id: number }[]> {
  const { company, by, at } = act
  const ended = await tables(tx)
    .updateTable('role_rules')
    .set({ ended_at: at, ended_by: by.employeeId })
    .where('company', '=', company)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('made_at as since')
    .executeTakeFirst()
  if (ended) await noteEndedRule(tx, { company, id, ...ended })
  const held = await tables(tx)
    .selectFrom('role_assignments')
    .select(['id', 'employee_id as employeeId', 'role', 'area', 'category'])
    .where('company', '=', company)
    .where('rule_id', '=', id)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  // All holders before the first role, in the same order as when an employment ends: otherwise the two could deadlock.
  for (const { employeeId } of held) await lockActive(tx, employeeId)
  for (const each of held) {
    const ending = { ...act, employeeId: each.employeeId }
    const { rules } = await ruleStateOf(tx, { id: each.employeeId, company })
    const next = (await rulesRemembered(tx, ending, rules)).find((rule) => placeOf(rule) === placeOf(each))
    if (next) await giveInstead(tx, each.id, next, ending)
    else await endAssignment(tx, { company, id: each.id, by, at })
  }
  return held
}
