import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import type { Role, Scope } from '#core/people/roles.ts'
import { nameAndNumber } from '#core/people/server/names.ts'
import { hashOf } from '#core/people/server/roles/claim-values.ts'
import { within, type Reach } from '#core/people/server/roles/reach.ts'
import { peopleTables as tables, type PeopleTables } from '#core/people/server/tables.ts'

const rr = columnsOf<PeopleTables['role_rules']>('rr')
const nameOf = (id: 'made_by' | 'approved_by') => sql<string | null>`(
  select ${nameAndNumber('p')} from employees p where p.company = rr.company and p.id = ${rr(id)})`

const rule = selected({
  id: rr('id'),
  utfardare: rr('issuer'),
  claim: rr('claim'),
  varde: rr('value'),
  roll: rr('role'),
  omrade: rr('area'),
  kategori: rr('category'),
  gjordesAv: nameOf('made_by'),
  madeAt: rr('made_at'),
  godkandesAv: nameOf('approved_by'),
  antal: sql<number>`(select count(*)::int from role_assignments r join employees e on e.id = r.employee_id and e.active
    where r.company = rr.company and r.rule_id = rr.id and r.ended_at is null)`,
})
export type StoredRule = Readonly<RowOf<typeof rule>>

/** The rules whose roles are in reach, sorted by role. */
export async function rulesWithin(db: Database, reached: Reach): Promise<StoredRule[]> {
  const columns = { company: rr('company'), area: rr('area'), category: rr('category') }
  const { rows } = await sql<RowOf<typeof rule>>`
    select ${rule} from role_rules rr where rr.ended_at is null and ${within(reached, columns)}
    order by rr.role, rr.claim, rr.value, rr.id`.execute(db)
  return rows
}

/** A rule that has not ended; null if there is none. Locked until the transaction ends. */
export async function ruleToEnd(tx: Database, company: string, id: number): Promise<StoredRule | null> {
  const { rows } = await sql<RowOf<typeof rule>>`
    select ${rule} from role_rules rr where rr.company = ${company} and rr.id = ${id} and rr.ended_at is null
    for update of rr`.execute(tx)
  return rows[0] ?? null
}

/** A rule as it is requested, and as it is stored while it waits for approval. */
export interface RuleToMake extends Scope {
  readonly issuer: string | null
  readonly claim: string
  readonly value: string
  readonly role: Role
}

interface Made {
  readonly company: string
  readonly madeBy: string | null
  readonly approvedBy: string | null
  readonly at: Date
}

/** Stores a rule and returns its id; null if there is the same rule already. */
export async function addRule(
  tx: Database,
  { issuer, claim, value, role, area, category }: RuleToMake,
  { company, madeBy, approvedBy, at }: Made,
): Promise<number | null> {
  const added = await tables(tx)
    .insertInto('role_rules')
    .values({
      company,
      issuer,
      claim,
      value,
      role,
      area,
      category,
      made_by: madeBy,
      made_at: at,
      approved_by: approvedBy,
      ended_at: null,
      ended_by: null,
    } satisfies NewRow<PeopleTables['role_rules']>)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

const MOST_NAMED = 50

/** The employees whose last token had the value: their number, and the names of the first ones. */
export async function meantBy(
  db: Database,
  company: string,
  { issuer, claim, value }: Pick<RuleToMake, 'issuer' | 'claim' | 'value'>,
): Promise<{ readonly antal: number; readonly namn: string[] }> {
  const { rows } = await sql<{ name: string }>`
    select ${nameAndNumber('e')} as name
    from role_claims c join employees e on e.company = c.company and e.id = c.employee_id
    where c.company = ${company} and e.active and ${hashOf(claim, value)} = any(c.hashes)
      and (${issuer}::text is null or c.issuer = ${issuer})
    order by e.last_name, e.first_name, e.id`.execute(db)
  return { antal: rows.length, namn: rows.slice(0, MOST_NAMED).map(({ name }) => name) }
}
