import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { isRole } from '#core/people/roles.ts'
import { nameAndNumber, nameOf } from '#core/people/server/names.ts'
import { peopleTables as tables, type PeopleTables } from '#core/people/server/tables.ts'
import { within, type Reach } from '#core/people/server/roles/reach.ts'

const r = columnsOf<PeopleTables['role_assignments']>('r')
const e = columnsOf<PeopleTables['employees']>('e')

const assignment = selected({
  id: r('id'),
  employeeId: r('employee_id'),
  anstid: e('number'),
  anstalld: nameOf('e'),
  roll: r('role'),
  omrade: r('area'),
  kategori: r('category'),
  fran: r('valid_from'),
  till: r('valid_to'),
  kalla: r('source'),
  grund: r('given_because'),
  gavsAv: nameAndNumber('giver'),
  givenAt: r('given_at'),
  deputyOf: r('deputy_of'),
  until: r('valid_until'),
  holderId: sql<string | null>`holder.id`,
  ersatterFor: nameAndNumber('holder'),
})
export type StoredAssignment = Readonly<RowOf<typeof assignment>>

/** The instant at which roles are read, and the company's day at that instant. */
export interface Now {
  readonly at: Date
  readonly today: string
}

/** The roles `r` that have not ended, including those that begin later. */
const notEnded = ({
  at,
  today,
}: Now) => sql<SqlBool>`(r.ended_at is null and (r.valid_to is null or r.valid_to >= ${today})
  and (r.valid_until is null or r.valid_until > ${at}))`

/** The company's employees `e` who have a role in the office. */
export const withRole = (company: string, now: Now) => sql<SqlBool>`(e.company = ${company} and e.active and exists (
  select from role_assignments r where r.company = e.company and r.employee_id = e.id and ${notEnded(now)}))`

async function assignments(db: Database, now: Now, which: ReturnType<typeof sql>): Promise<StoredAssignment[]> {
  const { rows } = await sql<RowOf<typeof assignment>>`
    select ${assignment}
    from role_assignments r
    join employees e on e.id = r.employee_id
    left join employees giver on giver.id = r.given_by
    left join role_assignments held on held.company = r.company and held.id = r.deputy_of
    left join employees holder on holder.id = held.employee_id
    where ${notEnded(now)} and ${which}
    order by e.last_name, e.first_name, e.id, r.valid_from, r.id`.execute(db)
  return rows
}

/** The employee's own roles, and those of his or her deputies. */
export const ownAssignments = (
  db: Database,
  { id, company }: { readonly id: string; readonly company: string },
  now: Now,
) => assignments(db, now, sql`r.company = ${company} and (r.employee_id = ${id} or held.employee_id = ${id})`)

/** Roles of current employees in reach; roles taken in an emergency are listed separately. */
export const assignmentsWithin = (db: Database, reached: Reach, now: Now) =>
  assignments(db, now, sql`e.active and r.valid_until is null and ${within(reached, columns)}`)

const columns = {
  company: r('company'),
  area: r('area'),
  category: r('category'),
}

/**
 * The condition for roles `r` that were taken in an emergency and count somewhere in the reach, so that whoever is responsible for a part of the
 * company learns of one for the whole company and can end it. Such a role is not limited to a category.
 */
export function countsWithin({ company, scopes }: Reach): RawBuilder<SqlBool> {
  if (scopes.length === 0) return sql<SqlBool>`false`
  const areas = scopes.map(({ area }) => area)
  const somewhere = areas.includes(null) ? sql`true` : sql`(r.area is null or r.area = any(${areas}))`
  return sql<SqlBool>`(r.company = ${company} and r.valid_until is not null and ${somewhere})`
}

/** A role that has not ended; null if there is none. Locked until the transaction ends. */
export async function assignmentToEnd(
  tx: Database,
  { company, id, ...now }: Now & { readonly company: string; readonly id: number },
): Promise<StoredAssignment | null> {
  await sql`select 1 from role_assignments where company = ${company} and id = ${id} for update`.execute(tx)
  return (await assignments(tx, now, sql`r.company = ${company} and r.id = ${id}`))[0] ?? null
}

/** What an employee is called, and everything that he or she has now or later, as requests for approval compare it. */
export async function stateOfEmployee(db: Database, company: string, id: string): Promise<unknown> {
  const { rows } = await sql`
    select e.active, e.first_name, e.last_name, coalesce((select json_agg(json_build_array(r.id, r.valid_from, r.valid_to) order by r.id)
      from role_assignments r where r.company = e.company and r.employee_id = e.id and r.ended_at is null), '[]') as roles
    from employees e where e.company = ${company} and e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** An active employee, by number. The row is locked, so that the employment does not end before the transaction does. */
export async function activeEmployee(tx: Database, company: string, number: string) {
  return tables(tx)
    .selectFrom('employees')
    .select(['id', 'first_name', 'last_name'])
    .where('company', '=', company)
    .where('number', '=', number)
    .where('active', '=', true)
    .forShare()
    .executeTakeFirst()
}

/** The areas in which the company has employees, and those where somebody has a role. */
export async function areasOf(db: Database, company: string): Promise<string[]> {
  const area = selected({ area: columnsOf<PeopleTables['employee_claims']>('c')('value') })
  const { rows } = await sql<RowOf<typeof area>>`
    select ${area} from employee_claims c join employees e on e.id = c.employee_id
      where e.company = ${company} and c.type = 'IntraCompanyArea' and c.value <> ''
    union
    select area from role_assignments where company = ${company} and area is not null and ended_at is null`.execute(db)
  const { compare } = new Intl.Collator('sv')
  return rows.map((row) => row.area).toSorted(compare)
}

const givenByHand = (db: Database, company: string) =>
  tables(db)
    .selectFrom('role_assignments')
    .select(['id', 'employee_id as employeeId', 'role', 'area', 'category', 'valid_from as from', 'valid_to as to'])
    .where('company', '=', company)
    .where('source', '=', 'hand')
    .where('valid_until', 'is', null)

/** Roles that somebody was given by hand and that have not ended. */
export async function currentAssignments(db: Database, company: string, today: string) {
  const found = await givenByHand(db, company)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>=', today)]))
    .execute()
  return found.flatMap(({ role, ...rest }) => (isRole(role) ? [{ ...rest, role }] : []))
}

/** What was given by hand before a role `held` in its place: the same role with the same first day and another last day. */
export const replacedBy = (
  db: Database,
  company: string,
  { employeeId, role, area, category, from }: Awaited<ReturnType<typeof currentAssignments>>[number],
) =>
  givenByHand(db, company)
    .where('ended_at', 'is not', null)
    .where('employee_id', '=', employeeId)
    .where('role', '=', role)
    .where('area', 'is not distinct from', area)
    .where('category', 'is not distinct from', category)
    .where('valid_from', '=', from)
    .execute()
