import type { Employee, HeldRole } from '#platform/server/http/signed-in.ts'
import { sql } from 'kysely'
import type { Claim } from '#platform/contract/claims.ts'
import { allFlagClaims } from '#platform/contract/flags.ts'
import type { Database } from '#platform/server/area.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { inSlices } from '#platform/server/slices.ts'
import type { Company } from '#platform/server/variants.ts'
import { officeClaim } from '#platform/contract/claims.ts'
import { nameOf } from './names.ts'
import { peopleTables as tables, type PeopleTables } from './tables.ts'

export async function saveCompanies(db: Database, companies: Iterable<Company>): Promise<void> {
  for (const { id, name } of companies) {
    await tables(db)
      .insertInto('companies')
      .values({ id, name })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
      .execute()
  }
}

/**
 * Adds companies that the database does not have, with their ids as names until the next start, which knows the names.
 */
export async function ensureCompanies(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tables(db)
    .insertInto('companies')
    .values(ids.map((id) => ({ id, name: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A role as it is stored: the employee has it from one date to another, both included. */
export interface DatedRole extends HeldRole {
  readonly id: number
  readonly from: string
  readonly to: string | null
  /** For an emergency role, the instant at which it ends. */
  readonly until: string | null
}

/** An employee as stored: with the roles of all dates, and without the claims that follow from roles. */
export interface StoredEmployee extends Omit<Employee, 'roles'> {
  readonly roles: readonly DatedRole[]
}

/** Whether a token's subject may be an employee's id. */
export const isId = (subject: string): boolean => uuid.test(subject)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function findById(db: Database, id: string): Promise<StoredEmployee | null> {
  if (!isId(id)) return null
  return (await employeesById(db, id))[0] ?? null
}

const e = columnsOf<PeopleTables['employees']>('e')
/** An employee `e` as stored. */
export const employeeFields = {
  id: e('id'),
  company: e('company'),
  number: e('number'),
  userName: e('user_name'),
  firstName: e('first_name'),
  lastName: e('last_name'),
  active: e('active'),
  claims: sql<Claim[]>`coalesce(
    (select json_agg(json_build_object('type', c.type, 'value', c.value) order by c.type, c.value)
      from employee_claims c where c.employee_id = e.id and c.type <> ${officeClaim}), '[]')`,
  // A deputy's role ends at the latest with the holder's.
  roles: sql<DatedRole[]>`coalesce(
    (select json_agg(json_build_object('id', r.id, 'role', r.role, 'area', r.area, 'category', r.category, 'until', r.valid_until,
        'from', greatest(r.valid_from, held.valid_from), 'to', least(r.valid_to, held.valid_to),
        'deputyFor', case when holder.id is not null
          then json_build_object('id', holder.id, 'name', ${nameOf('holder')}) end) order by r.id)
      from role_assignments r
      left join role_assignments held on held.company = r.company and held.id = r.deputy_of
      left join employees holder on holder.id = held.employee_id
      where r.company = e.company and r.employee_id = e.id and r.ended_at is null
        and (r.deputy_of is null or (held.ended_at is null and holder.active))), '[]')`,
} as const
const employee = selected(employeeFields)

const employees = (which: ReturnType<typeof sql>) => sql<RowOf<typeof employee>>`
  select ${employee}
  from employees e ${which}`

const employeesById = prepared((_db, id: string) => employees(sql`where e.id = ${id}`))

/** The ids of the company's employees by number, including those who have left: they must get their last payslip. */
export async function idsByNumber(db: Database, company: string): Promise<Map<string, string>> {
  const found = await tables(db)
    .selectFrom('employees')
    .select(['id', 'number'])
    .where('company', '=', company)
    .execute()
  return new Map(found.map(({ id, number }) => [number, id]))
}

/** Those of the numbers that an employee of another company has too, each with that company: '1001' → 'vast'. */
export async function numbersElsewhere(
  db: Database,
  company: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tables(db)
    .selectFrom('employees')
    .select(['number', 'company'])
    .where('company', '<>', company)
    .where('number', '=', sql<string>`any(${numbers})`)
    .execute()
  return new Map(rows.map((row) => [row.number, row.company]))
}

/** Those of these user names that somebody in the company has. */
export async function takenUserNames(db: Database, company: string, names: readonly string[]): Promise<string[]> {
  const found = await tables(db)
    .selectFrom('employees')
    .select('user_name')
    .where('company', '=', company)
    .where((eb) => eb('user_name', '=', eb.fn.any(eb.val(names))))
    .orderBy('user_name')
    .execute()
  return found.map(({ user_name }) => user_name)
}

/**
 * Employees by user name, as typed or otherwise in lower case; several only if companies of the group share a name. Always one
 * statement, so that the time taken does not reveal whether there are any.
 */
export async function findByUserName(
  db: Database,
  userName: string,
  company: string | null,
): Promise<StoredEmployee[]> {
  const names = [userName, userName.toLowerCase()]
  const { rows: found } = await employees(
    sql`where e.user_name = any(${names}) and (${company}::text is null or e.company = ${company}) limit 20`,
  ).execute(db)
  const asTyped = found.filter((employee) => employee.userName === userName)
  return asTyped.length > 0 ? asTyped : found
}

/**
 * Whether an employee is still employed. If so, locks the row, so that the employment cannot end before the transaction does. Otherwise the
 * ending would not see what this transaction gives, because the lock of a foreign key does not block it.
 */
export async function lockActive(tx: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select from employees where id = ${id} and active for share`.execute(tx)
  return rows.length > 0
}

export interface NewEmployee {
  readonly company: string
  readonly number: string
  readonly userName: string
  readonly firstName: string
  readonly lastName: string
  readonly claims: readonly Claim[]
}

/** The claims of an employee who is first named by a feed: a driver with every feature. */
export const defaultClaims: readonly Claim[] = [{ type: 'IntraPosition', value: 'Bussförare' }, ...allFlagClaims()]

const EMPLOYEES_A_CHUNK = 20

/** Adds employees whose number the company does not have yet. Returns the id of each number. */
export async function ensureEmployees(
  db: Database,
  company: string,
  employees: readonly NewEmployee[],
): Promise<Map<string, string>> {
  for await (const slice of inSlices(employees, EMPLOYEES_A_CHUNK)) await addEmployees(db, company, slice)
  const numbers = employees.map((employee) => employee.number)
  const found = await tables(db)
    .selectFrom('employees')
    .select(['number', 'id'])
    .where('company', '=', company)
    .where((eb) => eb('number', '=', eb.fn.any(eb.val(numbers))))
    .execute()
  return new Map(found.map(({ number, id }) => [number, id]))
}

/** In one statement, so that claims are inserted only for employees that were really added. */
async function addEmployees(db: Database, company: string, employees: readonly NewEmployee[]): Promise<void> {
  const rows = employees.map((employee) => ({
    number: employee.number,
    user_name: employee.userName,
    first_name: employee.firstName,
    last_name: employee.lastName,
    claims: employee.claims,
  }))
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as g(number text, user_name text, first_name text, last_name text, claims json)
    ), added as (
      insert into employees (company, number, user_name, first_name, last_name)
      select ${company}, number, user_name, first_name, last_name from given
      on conflict do nothing returning id, number
    )
    insert into employee_claims (employee_id, type, value)
    select added.id, c.type, c.value from added join given using (number),
      json_to_recordset(given.claims) as c(type text, value text)
    on conflict do nothing`.execute(db)
}

/** Sets nearest managers, by user name within the company. */
export async function setManagers(
  db: Database,
  company: string,
  employees: readonly { readonly userName: string; readonly manager: string | null }[],
): Promise<void> {
  await sql`
    update employees e set manager_id = m.id
    from json_to_recordset(${JSON.stringify(employees)}::json) as g("userName" text, manager text)
    join employees m on m.company = ${company} and m.user_name = g.manager
    where e.company = ${company} and e.user_name = g."userName"`.execute(db)
}
