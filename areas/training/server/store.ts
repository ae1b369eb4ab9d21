import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { inBatches } from '#platform/server/db/batches.ts'
import { columnsOf, selected, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import type { NewEvaluation } from '../contract.ts'
import { EDITION, scale, type Step } from '../rules.ts'
import { trainingTables, type TrainingTables } from './tables.ts'

/** Whether the employee attended a course in the period, both ends included. */
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

/**
 * The attendance in the window that an evaluation belongs to: the one on its date, otherwise the nearest. Of several on the same day, one
 * without an evaluation.
 */
export async function attendanceOn(
  db: Database,
  employeeId: string,
  { from, to }: { readonly from: string; readonly to: string },
  date: string,
): Promise<{ heldOn: string; course: string } | undefined> {
  const a = columnsOf<TrainingTables['course_attendances']>('a')
  const attendance = selected({ heldOn: a('held_on'), course: a('course') })
  const { rows } = await sql<RowOf<typeof attendance>>`
    select ${attendance} from course_attendances a
    left join course_evaluations v
      on v.employee_id = a.employee_id and v.attended_on = a.held_on and v.course = a.course
    where a.employee_id = ${employeeId} and a.held_on between ${from} and ${to}
    order by a.held_on = ${date}::date desc, v.id is not null, abs(a.held_on - ${date}::date), a.held_on, a.course limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Stores the first evaluation of an attendance; false if there is one already. Only the office reads it: no call returns it. */
export async function saveEvaluation(
  db: Database,
  { id, company }: Pick<Employee, 'id' | 'company'>,
  attendance: { readonly heldOn: string; readonly course: string },
  evaluation: NewEvaluation,
  at: Date,
): Promise<boolean> {
  const { utbildningsort, datum, synpunkter = '', ovrigt = '', ...steps } = evaluation
  // All other fields have been taken out.
  steps satisfies Record<string, Step>
  const answers = Object.fromEntries(
    Object.entries(steps).map(([question, step]) => [question, scale.indexOf(step) + 1]),
  )
  const stored = await trainingTables(db)
    .insertInto('course_evaluations')
    .values({
      company,
      employee_id: id,
      place: utbildningsort.trim(),
      held_on: datum,
      edition: EDITION,
      answers: JSON.stringify(answers),
      comments: synpunkter.trim(),
      other: ovrigt.trim(),
      created_at: at,
      attended_on: attendance.heldOn,
      course: attendance.course,
    } satisfies NewRow<TrainingTables['course_evaluations']>)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
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

/** How many attendances would be added, and how many existing ones would get another place. */
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

/** Adds attendances; adding the same ones again changes nothing. */
export async function addAttendances(db: Database, attendances: readonly Attendance[]): Promise<void> {
  await sql`
    insert into course_attendances (employee_id, held_on, course, place)
    select g."employeeId", g."heldOn", g.course, g.place from ${given(attendances)}
    on conflict (employee_id, held_on, course) do update set place = excluded.place`.execute(db)
}

/** An attendance can be evaluated for three weeks. It is kept longer, so that a year's evaluations can be compared with the attendances. */
const MONTHS_KEPT = 13

/** Removes attendances of courses held longer ago; their evaluations stay. */
export async function forgetOldAttendances(db: Database, now: Date): Promise<void> {
  await inBatches(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from course_attendances where (employee_id, held_on, course) in (
        select employee_id, held_on, course from course_attendances
        where held_on < ${now.toISOString().slice(0, 10)}::date - make_interval(months => ${MONTHS_KEPT})
        limit ${limit} for update skip locked)`.execute(db)
    return Number(numAffectedRows)
  })
}
