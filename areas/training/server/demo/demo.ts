import { sql } from 'kysely'
import { makeFile } from '#core/documents/server/demo/file.ts'
import { digestOf, fillShelf, type ShelfItem } from '#core/documents/server/shelves/store.ts'
import type { DemoDocumentFile } from '#core/documents/server/demo/shelf-documents.ts'
import type { Platform } from '#platform/server/area.ts'
import { nameOf } from '#core/people/server/names.ts'
import { certificateShelf } from '../shelf.ts'
import { addAttendances } from '../store.ts'
import { certificateOf } from './certificate.ts'
import { refresher, sessionsOf, type Session } from './sessions.ts'

/** The employees for whom the demo has certificates as files: those that its sign-in page presents. */
const presented = ['anna', 'bertil', 'cecilia', 'david', 'eva', 'farid', 'gunilla', 'hans', 'ida', 'jonas', 'klara']

const driving = ['Bussförare', 'Busförare Linjetrafik', 'Busförare Beställning', 'Taxi- Sjukbilsförare']

interface DemoEmployee {
  readonly id: string
  readonly company: string
  readonly number: string
  readonly userName: string
  readonly name: string
  readonly place: string
  readonly drives: boolean
  /** The date of the latest course. */
  readonly last: string | null
  /** Whether anybody in the company has attended a course. */
  readonly begun: boolean
}

/** Adds two years of courses in each company, once. The employee who demonstrates the evaluation gets a recent course at every start. */
export async function demoTraining(platform: Platform, today: string): Promise<void> {
  const employees = await demoEmployees(platform)
  for (const { id: company, name: companyName } of platform.variants.companies.values()) {
    const own = employees.filter((employee) => employee.company === company)
    const sent = own.flatMap((employee, index) =>
      newSessions(employee, index, today).map((session) => ({ employee, session })),
    )
    if (sent.length === 0) continue
    // The certificates first: existing rows mean that everything is done.
    await addCertificates(
      platform,
      company,
      sent
        .filter(({ employee }) => presented.includes(employee.userName))
        .map(({ employee, session }) => certificateOf({ ...employee, companyName }, session)),
    )
    await addAttendances(
      platform.db,
      sent.map(({ employee: { id, place }, session: { course, date } }) => ({
        employeeId: id,
        course: course.name,
        place,
        heldOn: date,
      })),
    )
  }
}

function newSessions(employee: DemoEmployee, index: number, today: string): Session[] {
  if (!employee.begun) return sessionsOf(employee, index, today)
  const session = employee.last ? refresher(employee.userName, employee.last, today) : null
  return session ? [session] : []
}

/** The demo's own employees; a feed's employees, whose user name is their number, get no courses. */
async function demoEmployees({ db }: Platform): Promise<DemoEmployee[]> {
  const { rows } = await sql<DemoEmployee>`
    with latest as (select employee_id, max(held_on) as last from course_attendances group by employee_id)
    select e.id, e.company, e.number, e.user_name as "userName", ${nameOf('e')} as name,
      coalesce((select min(value) from employee_claims
        where employee_id = e.id and type = 'IntraCompanyArea'), 'Stockholm') as place,
      exists (select 1 from employee_claims
        where employee_id = e.id and type = 'IntraPosition' and value = any(${driving})) as drives,
      l.last, e.company in (select o.company from latest join employees o on o.id = latest.employee_id) as begun
    from employees e left join latest l on l.employee_id = e.id
    where e.user_name <> lower(e.number)
    order by e.company, e.number`.execute(db)
  return rows
}

async function addCertificates(
  platform: Platform,
  company: string,
  papers: readonly DemoDocumentFile[],
): Promise<void> {
  const items = await Promise.all(
    papers.map(async ({ fileName, reach, paper }): Promise<ShelfItem> => {
      const bytes = await makeFile(fileName, paper)
      return { fileName, reach, dated: paper.dated, digest: digestOf(bytes), read: async () => bytes }
    }),
  )
  await fillShelf(platform, { company, shelf: certificateShelf.name }, { items })
}
