import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { Employee } from '#platform/server/people/store.ts'
import type { NewEvaluation } from '../contract.ts'
import { EDITION, questions, scale } from '../rules.ts'

/** Whether the employee was at a course on any of the dates, both ends counted. */
export async function hasAttended(
  db: Database,
  employeeId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from course_attendances
    where employee_id = ${employeeId} and held_on between ${from} and ${to} limit 1`.execute(db)
  return rows.length > 0
}

/** Stores what an employee thinks of a course. Only the office reads it: no call answers it. */
export async function saveEvaluation(
  db: Database,
  { id, company }: Pick<Employee, 'id' | 'company'>,
  evaluation: NewEvaluation,
  at: Date,
): Promise<void> {
  const { utbildningsort, datum, synpunkter = '', ovrigt = '' } = evaluation
  const answers = Object.fromEntries(
    questions.map(({ id: question }) => [question, scale.indexOf(evaluation[question]) + 1]),
  )
  await sql`
    insert into course_evaluations
      (company, employee_id, place, held_on, edition, answers, comments, other, created_at)
    values (${company}, ${id}, ${utbildningsort.trim()}, ${datum}, ${EDITION}, ${JSON.stringify(answers)}::jsonb,
      ${synpunkter.trim()}, ${ovrigt.trim()}, ${at})`.execute(db)
}

export interface Attendance {
  readonly employeeId: string
  readonly course: string
  readonly place: string
  /** `YYYY-MM-DD`. */
  readonly heldOn: string
}

const given = (attendances: readonly Attendance[]) =>
  sql`json_to_recordset(${JSON.stringify(attendances)}::json)
    as g("employeeId" uuid, course text, place text, "heldOn" date)`

/** What adding them would change: a course that is there on that date may only be elsewhere. */
export async function planAttendances(
  db: Database,
  attendances: readonly Attendance[],
): Promise<{ added: number; moved: number }> {
  const { rows } = await sql<{ added: number; moved: number }>`
    select count(*) filter (where a.employee_id is null) as added, count(*) filter (where a.place <> g.place) as moved
    from ${given(attendances)} left join course_attendances a
      on a.employee_id = g."employeeId" and a.held_on = g."heldOn" and a.course = g.course`.execute(db)
  return rows[0] ?? { added: 0, moved: 0 }
}

/** Adds attendances; the same ones again change nothing. */
export async function addAttendances(db: Database, attendances: readonly Attendance[]): Promise<void> {
  await sql`
    insert into course_attendances (employee_id, held_on, course, place)
    select g."employeeId", g."heldOn", g.course, g.place from ${given(attendances)}
    on conflict (employee_id, held_on, course) do update set place = excluded.place`.execute(db)
}
