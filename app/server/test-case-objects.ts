import { sql } from 'kysely'
import type { Call } from '#platform/contract/call.ts'
import { type Role, roles } from '#core/people/roles.ts'
import type { Database } from '#platform/server/area.ts'
import { giveRole } from './test-roles.ts'

/** Gives an employee every role in one area of the company, so that the cases of other areas are not his or hers. */
export async function giveRolesInArea(db: Database, userName: string, area: string): Promise<void> {
  for (const role of Object.keys(roles) as Role[]) await giveRole(db, userName, role, { area })
}

type Asked = (id: string | number) => { readonly method: 'GET' | 'POST'; readonly url: string; readonly body?: object }

interface CaseObjects {
  readonly field: string
  readonly own: readonly string[]
  readonly colleagues: readonly string[]
  readonly otherCompanies: readonly string[]
  readonly absent: readonly string[]
  readonly ask: Asked
}

/** The area of a picture that is hidden. */
export const rectangles = [{ x: 0, y: 0, width: 1000, height: 1000 }]

const absent = ['X-999999', 'X-888888']

/** A view of Anna's in a queue, one of a colleague's that is not shared, and one of another company. */
async function viewsOf(db: Database, kind: string): Promise<Omit<CaseObjects, 'field' | 'ask'>> {
  const made = async (userName: string) => {
    const { rows } = await sql<{ id: number }>`
      insert into case_views (company, kind, name, query, owner_id, role, created_at)
      select company, ${kind}, user_name, '{}', id, null, now() from employees where user_name = ${userName}
      returning id`.execute(db)
    return rows.map(({ id }) => String(id))
  }
  return {
    own: await made('anna'),
    colleagues: await made('roger'),
    otherCompanies: await made('gunilla'),
    absent: ['999998', '999999'],
  }
}

/**
 * The fields of every queue's calls that name a case, with the objects of an employee who works in one area of Norr.
 */
export async function caseObjects(
  db: Database,
  calls: readonly Pick<Call<unknown>, 'path'>[],
  area: string,
): Promise<CaseObjects[]> {
  const kinds = new Set(calls.flatMap(({ path }) => /^\/api\/kontor\/arenden\/([^/]+)\//.exec(path)?.[1] ?? []))
  const found: CaseObjects[] = []
  // Numbers begin at the same value in every company. The numbers of other companies are changed here so that they
  // differ.
  await sql`update cases set number = 'U-' || number where company <> 'norr'`.execute(db)
  for (const kind of kinds) {
    const numbers = async (where: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ number: string }>`
        select number from cases c where kind = ${kind} and merged_into is null and ${where} order by id`.execute(db)
      return rows.map(({ number }) => number)
    }
    const own = await numbers(sql`company = 'norr' and area = ${area}`)
    const [open = ''] = await numbers(sql`company = 'norr' and area = ${area} and ended_at is null and version = 0`)
    const objects = {
      own: [],
      colleagues: await numbers(sql`company = 'norr' and area is distinct from ${area}`),
      otherCompanies: await numbers(sql`company <> 'norr'`),
      absent,
    }
    const at = (path: string) => `/api/kontor/arenden/${kind}/${path}`
    const read = (path: string, rest = ''): CaseObjects => ({
      ...objects,
      own,
      field: `GET ${at(path)} nummer`,
      ask: (id) => ({ method: 'GET', url: `${at(path)}?nummer=${encodeURIComponent(id)}${rest}` }),
    })
    const write = (path: string, field: string, rest: object): CaseObjects => ({
      ...objects,
      field: `POST ${at(path)} ${field}`,
      ask: (id) => ({ method: 'POST', url: at(path), body: { ...rest, [field]: id } }),
    })
    const views = await viewsOf(db, kind)
    const view = (path: string, rest: object): CaseObjects => ({
      ...views,
      field: `POST ${at(path)} id`,
      ask: (id) => ({ method: 'POST', url: at(path), body: { ...rest, id: Number(id) } }),
    })
    const has = (path: string) => calls.some((call) => call.path === at(path))
    found.push(
      read('arende'),
      read('handlaggare'),
      view('sparavy', { name: 'Ny', role: null, query: {} }),
      view('tabortvy', {}),
      read('pdf'),
      write('tilldela', 'number', { version: 0, owner: 'jag' }),
      write('svara', 'number', { version: 0, text: 'Hej', state: null, asks: false }),
      write('anteckna', 'number', { text: 'Hej' }),
      ...(has('slaihop')
        ? [
            write('slaihop', 'number', { version: 0, into: open }),
            write('slaihop', 'into', { version: 0, number: open }),
          ]
        : []),
      ...(has('blankett')
        ? [read('personer'), write('blankett', 'number', { version: 0, form: 'x', item: null, values: {} })]
        : []),
      ...(has('visaanmalare') ? [write('visaanmalare', 'number', { reason: 'Skyddsrond i morgon.' })] : []),
      ...(has('dolj')
        ? [
            write('dolj', 'number', { version: 0, part: 'text', from: 0, words: 'Hej', why: 'Hej' }),
            write('visaigen', 'number', { version: 0, part: 'text', why: 'Hej' }),
            read('original', '&del=text'),
          ].map((object) => ({ ...object, own: [] }))
        : []),
      ...(has('doljbild') ? [write('doljbild', 'number', { version: 0, name: 'x', rectangles, why: 'Hej' })] : []),
      ...(has('mark') ? [write('mark', 'number', { version: 0, on: true, text: 'Hej' })] : []),
    )
  }
  return found
}
