import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'

type Id = string | number

interface BehalfObject {
  readonly field: string
  readonly own: readonly Id[]
  readonly colleagues: readonly Id[]
  readonly otherCompanies: readonly Id[]
  readonly absent: readonly Id[]
  readonly ask: (id: Id) => { readonly method: 'POST'; readonly url: string; readonly body: object }
}

type OwnObject = Pick<BehalfObject, 'field' | 'own' | 'colleagues' | 'otherCompanies' | 'absent'> & {
  readonly ask: (id: Id) => { readonly method: string; readonly url: string; readonly body?: object }
}

/** The office's calls that take the body of the employee's own call and name the employee whose report it is. */
const officeUrls: Readonly<Record<string, string>> = {
  '/api/fordonskontroll/addfault': '/api/kontor/fel/anmal',
  '/api/incident/addarbetsmiljo': '/api/kontor/avvikelser/anmal/arbetsmiljo',
  '/api/incident/addhotochvald': '/api/kontor/avvikelser/anmal/hotochvald',
  '/api/incident/addtrafikinformation': '/api/kontor/avvikelser/anmal/trafikinformation',
  '/api/incident/addfordonsskada': '/api/kontor/avvikelser/anmal/fordonsskada',
  '/api/forslag': '/api/kontor/forslag/anmal',
}

/**
 * The objects that are named by reports which the office enters for employees: those of the employee's own report, and
 * the employee.
 */
export async function behalfObjects(
  db: Database,
  area: string,
  own: readonly OwnObject[],
  bodies: Readonly<Record<string, object>>,
): Promise<BehalfObject[]> {
  const ids = async (where: ReturnType<typeof sql>): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select e.id from employees e left join employee_claims c on c.employee_id = e.id and c.type = 'IntraCompanyArea'
      where ${where} order by e.id`.execute(db)
    return rows.map(({ id }) => id)
  }
  const [reporterId = ''] = await ids(
    // The office may enter only those kinds of reports that the employee may send. So this employee may send all kinds
    // that Anna may.
    sql`e.company = 'norr' and c.value = ${area} and e.active and e.user_name <> 'anna' and not exists (
      select from employees anna join employee_claims may on may.employee_id = anna.id
      where anna.user_name = 'anna' and anna.company = 'norr' and may.type like '%Enabled' and not exists (
        select from employee_claims same where same.employee_id = e.id and same.type = may.type))`,
  )
  const behalf = { reporterId, way: 'telefon' }
  const employees = {
    own: [reporterId],
    colleagues: await ids(sql`e.company = 'norr' and c.value is distinct from ${area}`),
    otherCompanies: await ids(sql`e.company <> 'norr'`),
    absent: ['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000001'],
  }
  return Object.entries(officeUrls).flatMap(([ownUrl, url]) => {
    const named = own.filter(({ field }) => field.startsWith(`POST ${ownUrl} `))
    return [
      ...named.map((object) => ({
        ...object,
        field: object.field.replace(ownUrl, url),
        // A picture belongs to one report, and by now to the report of the employee's own call.
        own: object.field.endsWith('AttachmentUploadBlobNames') ? [] : object.own,
        ask: (id: Id) => ({ method: 'POST' as const, url, body: { ...object.ask(id).body, ...behalf } }),
      })),
      {
        ...employees,
        field: `POST ${url} reporterId`,
        ask: (id: Id) => ({ method: 'POST' as const, url, body: { ...bodies[ownUrl], ...behalf, reporterId: id } }),
      },
    ]
  })
}
