import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { audit } from '#core/audit/server/audit.ts'
import { isRole, roles } from '#core/people/roles.ts'
import { nameOf } from '#core/people/server/names.ts'
import { actingRole, reach, reaches } from '#core/people/server/roles/reach.ts'
import { person, personsCalled } from '#core/people/server/persons.ts'
import { inAreasOf } from '#core/people/server/roles/in-areas.ts'
import type { Database } from '#platform/server/area.ts'
import type { RowOf } from '#platform/server/db/rows.ts'
import { Refusal } from '#platform/server/http/errors.ts'
import type { CaseCalls } from '../calls.ts'
import { type Way, wayWords } from '../on-behalf.ts'
import type { Asking } from './case-row.ts'
import { type Acting, insertEvents } from './change.ts'
import type { Queue } from './queue.ts'
import type { NewCase } from './reporter.ts'

/** The employees on whose behalf a report may be entered: those in reach who could have sent it themselves, and so can follow it. */
function eligible({ employee }: Pick<Asking, 'employee'>, { rights }: CaseCalls): RawBuilder<SqlBool> {
  // The category is not known before the report is written.
  return sql<SqlBool>`${inAreasOf(reach(employee, rights.enter))}
    and e.active and exists (select from employee_claims f where f.employee_id = e.id and f.type = any(${[...rights.reporters]}))`
}

/** The employees to choose from. */
export const personsFor = (db: Database, calls: CaseCalls, asking: Pick<Asking, 'employee'>, sok: string) =>
  personsCalled(db, sok, eligible(asking, calls))

/** The employee for whom a report is entered. */
export interface Reporter {
  readonly id: string
  readonly company: string
  readonly area: string | null
}

const absent = () => {
  const message = 'Personen finns inte bland dem som du kan skriva in något åt.'
  return new Refusal(404, message, { reporterId: [message] })
}

/** The employee on whose behalf a report of that category is entered. Throws the same 404 for one out of reach as for an absent one. */
export async function reporterFor(
  tx: Database,
  calls: CaseCalls,
  asking: Pick<Asking, 'employee'>,
  { reporterId, category }: { readonly reporterId: string; readonly category: string | null },
): Promise<Reporter> {
  const { company } = asking.employee
  const { rows } = await sql<RowOf<typeof person>>`
    select ${person} from employees e where ${eligible(asking, calls)} and e.id = ${reporterId}`.execute(tx)
  const found = rows[0]
  if (!found || !reaches(reach(asking.employee, calls.rights.enter), { company, area: found.area, category }))
    throw absent()
  return { id: found.id, company, area: found.area }
}

/** Records on a case that has just been opened who entered it for its reporter, and how it came in. */
export async function recordEntered(
  tx: Database,
  queue: Queue,
  { employee, now, request }: Acting,
  {
    company: addressed,
    id,
    number,
    reporterId,
    area,
    category,
  }: Pick<NewCase, 'company' | 'id' | 'number' | 'reporterId' | 'area' | 'category'>,
  way: Way,
): Promise<void> {
  const { company } = employee
  const { kind, rights } = queue.calls
  // A suggestion to another company has no area there, so that a role for one area does not reach it.
  const role = actingRole(employee, rights.enter, { area, category }) ?? actingRole(employee, rights.enter)
  await insertEvents(
    tx,
    { company: addressed, kind, id, from: 0, at: now, by: employee.id, deputyFor: role?.deputyFor?.id },
    [{ type: 'entered', public: true, body: { to: wayWords[way], ...(role && { role: role.role }) } }],
  )
  await sql`update cases set version = 1 where company = ${addressed} and kind = ${kind} and id = ${id}`.execute(tx)
  await audit(tx, {
    company,
    at: now,
    by: { employeeId: employee.id, role, request },
    what: 'case.entered',
    object: { kind: `case.${kind}`, id: number },
    about: reporterId,
    after: { way: wayWords[way] },
  })
}

/** Who entered a case for its reporter. `name` is null if that employee is gone. */
export interface Entering {
  readonly name: string | null
  readonly role: string | null
}

/** Who entered the case of that kind with this company and id, as a column; null if its reporter sent it. */
export const enteringOf = (kind: string, { company, id }: { company: RawBuilder<string>; id: RawBuilder<number> }) =>
  sql<Entering | null>`(
    select jsonb_build_object('role', v.body->>'role', 'name',
      (select ${nameOf('b')} from employees b where b.id = v.by_id))
    from case_events v
    where v.company = ${company} and v.kind = ${kind} and v.case_id = ${id} and v.seq = 1 and v.type = 'entered')`

/** Who entered the report, as its reporter reads it: 'Eva Ek, trafikledare'. */
export const enteredBy = (entering: Entering | null): string | null =>
  entering && [entering.name ?? 'kontoret', roleWord(entering.role)].filter(Boolean).join(', ')

/** 'trafikledare', but 'HR': a name in capitals stays. */
function roleWord(role: string | null): string | null {
  if (role === null || !isRole(role)) return null
  const { name } = roles[role]
  return name.toUpperCase() === name ? name : name.slice(0, 1).toLocaleLowerCase('sv') + name.slice(1)
}
