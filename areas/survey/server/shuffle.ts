import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'

/**
 * Writes both tables anew in an order drawn by lot, in one transaction: afterwards all their rows are of one age (xmin), lie
 * in no order (ctid) and carry new ids. Truncated, not deleted: the old files go, and with them the rows' earlier selves.
 */
export function shuffle(db: Database): Promise<void> {
  return db.transaction().execute(async (tx) => {
    // In the order in which an answer is stored, so that neither waits for the other in a ring.
    await sql`lock table survey_participation, survey_answers in access exclusive mode`.execute(tx)
    const { rows } = await sql`
      select 1 from (select xmin::text from survey_participation union select xmin::text from survey_answers) as ages
      limit 2`.execute(tx)
    // Nobody has answered since the last time.
    if (rows.length < 2) return
    await sql`
      create temp table shuffled_answers on commit drop as
      select year, form, company, area, answers from survey_answers order by random()`.execute(tx)
    await sql`
      create temp table shuffled_participation on commit drop as
      select year, employee_id from survey_participation order by random()`.execute(tx)
    await sql`truncate survey_participation, survey_answers`.execute(tx)
    await sql`
      insert into survey_answers (year, form, company, area, answers)
      select year, form, company, area, answers from shuffled_answers`.execute(tx)
    await sql`
      insert into survey_participation (year, employee_id)
      select year, employee_id from shuffled_participation`.execute(tx)
  })
}
