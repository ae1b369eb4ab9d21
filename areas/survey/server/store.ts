import { sql, type Selectable } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { nameOf } from '#core/people/server/names.ts'
import { ensureEpoch, epochHere } from './epochs.ts'
import { type GivenAnswer, written } from './given-answer.ts'
import type { KeyFolder } from './key-folder.ts'
import { seal } from './seal.ts'
import type { SurveyTables } from './tables.ts'

export type Survey = Readonly<Pick<Selectable<SurveyTables['surveys']>, 'year' | 'opens' | 'closes'>>

const s = columnsOf<SurveyTables['surveys']>('s')
const survey = selected({ year: s('year'), opens: s('opens'), closes: s('closes') })
const surveyOfCompany = selected({ company: s('company'), year: s('year'), opens: s('opens'), closes: s('closes') })

/** The company's survey under way (of several, the one that closes first), otherwise the previous one, otherwise the next. */
export async function currentSurvey(db: Database, company: string, today: string): Promise<Survey | null> {
  const { rows } = await sql<RowOf<typeof survey>>`
    select ${survey} from surveys s where company = ${company}
    order by (${today}::date between opens and closes) desc, (opens <= ${today}::date) desc, abs(closes - ${today}::date)
    limit 1`.execute(db)
  return rows[0] ?? null
}

/** The company's surveys by year, each with whether somebody in the company has answered it. */
export async function surveysOf(db: Database, company: string): Promise<(Survey & { readonly answered: boolean })[]> {
  const withAnswered = selected({
    year: s('year'),
    opens: s('opens'),
    closes: s('closes'),
    answered: sql<boolean>`exists (
      select from survey_participation p join employees e on e.id = p.employee_id
      where p.year = s.year and e.company = s.company)`,
  })
  const { rows } = await sql<RowOf<typeof withAnswered>>`
    select ${withAnswered} from surveys s where company = ${company} order by year`.execute(db)
  return rows
}

/** Adds or moves a company's survey of a year, and removes those of the years that it replaces. */
export function saveSurvey(
  db: Database,
  company: string,
  { year, opens, closes }: Survey,
  replacedYears: readonly number[],
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`delete from surveys where company = ${company} and year = any(${[...replacedYears]})`.execute(tx)
    await sql`
      insert into surveys (company, year, opens, closes) values (${company}, ${year}, ${opens}, ${closes})
      on conflict (company, year) do update set opens = excluded.opens, closes = excluded.closes`.execute(tx)
  })
}

/** The name of the company's head, its VD. */
export async function headOf(db: Database, company: string): Promise<string | null> {
  const head = selected({ name: nameOf('e') })
  const { rows } = await sql<RowOf<typeof head>>`
    select ${head} from employee_claims c join employees e on e.id = c.employee_id
    where c.type = 'IntraPosition' and c.value = 'VD' and e.company = ${company} and e.active
    order by e.number limit 1`.execute(db)
  return rows[0]?.name ?? null
}

/** The periods of surveys of these years, of every company. */
export async function periodsOf(db: Database, years: readonly number[]): Promise<(Survey & { company: string })[]> {
  const { rows } = await sql<RowOf<typeof surveyOfCompany>>`
    select ${surveyOfCompany} from surveys s where year = any(${years})`.execute(db)
  return rows
}

/** Whether the employee has answered. Nothing links this table to the answers. */
export async function hasAnswered(db: Database, employeeId: string, year: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from survey_participation where year = ${year} and employee_id = ${employeeId}`.execute(db)
  return rows.length > 0
}

/** Stores an employee's answer once, however many are sent at the same time. Returns false if there already was one. */
export async function saveAnswer(
  db: Database,
  keys: KeyFolder,
  employeeId: string,
  answer: GivenAnswer,
): Promise<boolean> {
  // A cheap check first, since most duplicates are sent many times.
  if (await hasAnswered(db, employeeId, answer.year)) return false
  // Not in the transaction below: if that were rolled back, the key would remain, and it could open the box in the write-ahead log.
  await ensureEpoch(db, keys)
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      // A second send waits here until the first has committed or rolled back, and mixing waits for this one.
      const { rows } = await sql`
        insert into survey_participation (year, employee_id) values (${answer.year}, ${employeeId})
        on conflict do nothing returning 1`.execute(tx)
      if (rows.length === 0) return false
      const epoch = await epochHere(tx, keys)
      if (!epoch) throw new Error('the survey has no key to seal an answer to')
      await sql`
        insert into survey_sealed (epoch, box) values (${epoch}, ${seal(epoch, written(answer))})`.execute(tx)
      return true
    })
}
