import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { Filled } from '../contract/form.ts'
import type { ContentType } from '../contract/status.ts'
import { positionsOfDrivers, SMALLEST_GROUP } from '../rules.ts'

export interface Survey {
  readonly year: number
  readonly opens: string
  readonly closes: string
}

/** The company's survey under way, else the one before, else the next. */
export async function currentSurvey(db: Database, company: string, today: string): Promise<Survey | null> {
  const { rows } = await sql<Survey>`
    select year, opens::text, closes::text from surveys where company = ${company}
    order by (opens <= ${today}::date) desc, abs(opens - ${today}::date) limit 1`.execute(db)
  return rows[0] ?? null
}

/** Adds or moves a company's survey of a year. */
export async function saveSurvey(db: Database, company: string, { year, opens, closes }: Survey): Promise<void> {
  await sql`
    insert into surveys (company, year, opens, closes) values (${company}, ${year}, ${opens}, ${closes})
    on conflict (company, year) do update set opens = excluded.opens, closes = excluded.closes`.execute(db)
}

/** The name of the company's head, its VD. */
export async function headOf(db: Database, company: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select e.first_name || ' ' || e.last_name as name from employee_claims c join employees e on e.id = c.employee_id
    where c.type = 'IntraPosition' and c.value = 'VD' and e.company = ${company} and e.active
    order by e.number limit 1`.execute(db)
  return rows[0]?.name ?? null
}

interface Answer {
  readonly year: number
  readonly form: ContentType
  readonly answers: Filled
}

interface Answerer {
  readonly id: string
  readonly company: string
  readonly area: string | null
}

/** Stores what an employee answered, once, however many arrive at a time. False: there was an answer already. */
export function saveAnswer(db: Database, employee: Answerer, { year, form, answers }: Answer): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // A second one waits here until the first has ended, one way or the other.
    const { rows } = await sql`
      insert into survey_participation (year, employee_id) values (${year}, ${employee.id})
      on conflict do nothing returning 1`.execute(tx)
    if (rows.length === 0) return false
    const { company, area } = await groupOf(tx, employee, form)
    await sql`
      insert into survey_answers (year, form, company, area, answers)
      values (${year}, ${form}, ${company}, ${area}, ${JSON.stringify(answers)}::jsonb)`.execute(tx)
    return true
  })
}

/** The smallest group that an answer is filed under: never one of fewer than five who could have given it. */
async function groupOf(
  db: Database,
  { company, area }: Answerer,
  form: ContentType,
): Promise<{ company: string | null; area: string | null }> {
  const { rows } = await sql<{ here: number; nearby: number }>`
    with same as (
      select exists (select 1 from employee_claims a
        where a.employee_id = e.id and a.type = 'IntraCompanyArea' and a.value = ${area}) as near
      from employees e
      where e.company = ${company} and e.active and ${form === 'forare'} = exists (select 1 from employee_claims p
        where p.employee_id = e.id and p.type = 'IntraPosition' and p.value = any(${positionsOfDrivers}))
    )
    select count(*)::int as here, (count(*) filter (where near))::int as nearby from same`.execute(db)
  const { here = 0, nearby = 0 } = rows[0] ?? {}
  return {
    company: here >= SMALLEST_GROUP ? company : null,
    area: here >= SMALLEST_GROUP && nearby >= SMALLEST_GROUP ? area : null,
  }
}
