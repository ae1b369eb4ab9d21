// Which of the office's cases each role reaches by which call: according to the roles, and according to the portal's
// answers.
import { sql } from 'kysely'
import type { Call } from '#platform/contract/call.ts'
import { type Permission, permissionsOf, type Role, roles, scopesOf } from '#core/people/roles.ts'
import { rectangles } from './test-case-objects.ts'
import type { TestPortal } from './test-portal.ts'
import { giveDeputy, giveRole } from './test-roles.ts'

type Place = 'own area' | 'other area' | 'other company'

interface PlacedCase {
  readonly kind: string
  readonly number: string
  /** A case with the same rights, so that this case can be merged into it. */
  readonly twin: string
  readonly category: string | null
  readonly marked: boolean
  readonly place: Place
}

interface QueueRights {
  readonly see: Permission
  readonly handle: Permission
  readonly mark: Permission
  readonly sensitive: Permission
}

/** A question: may an employee with this role make this call about this case? */
interface Cell {
  readonly userName: string
  readonly role: Role
  readonly about: PlacedCase
  readonly call: string
}

/** The permissions of a queue, from its gates, except for sensitive cases, which no gate names. */
const rightsOf = (calls: readonly Call<unknown>[], kind: string): QueueRights => {
  const gate = (path: string) =>
    calls.find((call) => call.path === `/api/kontor/arenden/${kind}/${path}`)?.gate?.value as Permission
  const see = gate('lista')
  return {
    see,
    handle: gate('svara'),
    mark: gate('mark') ?? gate('svara'),
    sensitive: kind === 'avvikelser' ? 'deviations.sensitive' : see,
  }
}

/** The categories that only the permission for sensitive cases opens, besides categories that a role names. */
const sensitive = ['Hot och våld', 'Kränkning', 'Personskada', 'Fordonsskada med personskada']
const ordinary = ['Trafikinformation', 'Hållplatsinformation', 'Fordonsskada', 'Försäkringsärende', 'Arbetsmiljöfrågor']

/** The calls for hiding and showing use `part: 'text'`, because each case here has an original text. */
const part = 'text'
const writes: Readonly<Record<string, object>> = {
  tilldela: { owner: 'jag' },
  svara: { text: 'Hej', state: null, asks: false },
  blankett: { form: 'x', item: null, values: {} },
  mark: { on: true, text: '' },
  dolj: { part, from: 0, words: 'Hej', why: 'Hej' },
  doljbild: { name: 'x', rectangles, why: 'Hej' },
  visaigen: { part, why: 'Hej' },
  slaihop: {},
}
/** Changes that need no version of the case. */
const versionless: Readonly<Record<string, object>> = {
  anteckna: { text: 'Hej' },
  visaanmalare: { reason: 'Skyddsrond i morgon.' },
}
/** A version that no case has: employees who may make the change get 409, and nothing changes. */
const STALE = 999

const reads = ['arende', 'pdf', 'handlaggare', 'personer']
/** Lists of cases. A search for the number limits them to one case. */
const lists = ['lista', 'tabell', 'celler']
/** The calls that are tried with every role on every case. */
const calls = [...lists, ...reads, 'original', ...Object.keys(writes), ...Object.keys(versionless), 'flera']

/** The calls of a queue that name no case, each with the reason. All other calls are tried. */
const withoutCase: Readonly<Record<string, string>> = {
  antal: 'how many there are: case-counts.test.ts compares the numbers with the lists',
  vyer: 'lists with a name, with numbers like those of antal',
  sparavy: 'names a view: objects.proof.test.ts has those of others',
  tabortvy: 'names a view, as sparavy',
  valbara: 'states that many cases have in common, for flera, which is tried',
  statusar: 'the states of the queue, which are the same for everybody who handles any of it',
  anmalare: 'finds employees: behalfObjects of objects.proof.test.ts has whom a report may be entered for',
  bild: 'names a picture: objects.proof.test.ts has those of others',
}

/** The calls of queues that are neither tried here nor listed as naming no case. */
export const unplacedCalls = (all: readonly Pick<Call<unknown>, 'path'>[]): string[] =>
  all.flatMap(({ path }) => {
    const call = /^\/api\/kontor\/arenden\/[^/]+\/(.+)$/.exec(path)?.[1]
    return call === undefined || calls.includes(call) || Object.hasOwn(withoutCase, call) ? [] : [path]
  })

const asked = ({ kind, number, twin }: Pick<PlacedCase, 'kind' | 'number' | 'twin'>, call: string) => {
  const at = `/api/kontor/arenden/${kind}/${call}`
  if (lists.includes(call)) return { method: 'GET', url: `${at}?sok=${number}&vy=oppna` } as const
  if (call === 'original') return { method: 'GET', url: `${at}?nummer=${number}&del=${part}` } as const
  if (call === 'slaihop') return { method: 'POST', url: at, body: { number, version: STALE, into: twin } } as const
  if (call in versionless) return { method: 'POST', url: at, body: { ...versionless[call], number } } as const
  if (reads.includes(call)) return { method: 'GET', url: `${at}?nummer=${number}` } as const
  if (call === 'flera')
    return {
      method: 'POST',
      url: at,
      body: { cases: [{ number, version: 0 }], change: { type: 'assign', owner: null } },
    } as const
  return { method: 'POST', url: at, body: { ...writes[call], number, version: STALE } } as const
}

/** The portal's answer: the status or, from a list or a bulk change, whether the case is in it. */
async function answerTo(portal: TestPortal, userName: string, about: PlacedCase, call: string): Promise<string> {
  const { method, url, ...rest } = asked(about, call)
  const { status, body } = await portal.send(userName, method, url, rest)
  if (status !== 200) return status === 404 ? `404 ${body.errorMessage}` : String(status)
  if (call === 'flera') return body.result[0].why === absentWhy ? '404 ' : '200'
  // In a table, in a workbook's cells and in the list, the case's row has its number.
  if (lists.includes(call)) return JSON.stringify(body.result).includes(about.number) ? '200' : '404 '
  return '200'
}
const absentWhy = 'Det du söker finns inte.'

/** The answer according to the roles in the code: how far the role reaches in the area in which it was given. */
function expected(rights: QueueRights, area: string, { role, about, call }: Cell, gate: Permission): string {
  if (!permissionsOf(role).includes(gate)) return '403'
  const has = (permission: Permission) =>
    about.place === 'own area' &&
    scopesOf(role, permission, { area, category: null }).some(
      ({ category }) => category === null || category === about.category,
    )
  const isSensitive = sensitive.includes(about.category ?? '')
  const sees = isSensitive ? has(rights.sensitive) : has(rights.see) || (about.marked && has(rights.sensitive))
  if (!sees) return '404'
  if (lists.includes(call) || reads.includes(call) || call === 'flera' || call === 'visaanmalare') return '200'
  // A hidden text is answered as absent if the employee sees the case but may not see the text.
  if (call === 'original') return has('cases.originals') ? '200' : '404'
  if (call === 'visaigen') return has('cases.originals') ? '409' : '404'
  if (call === 'anteckna') return has(rights.handle) ? '200' : '403'
  return has(rights.handle) || has(rights.mark) ? '409' : '403'
}

/** Makes one open case of each kind and category in each place. The cases name no employee. */
async function placeCases(portal: TestPortal, areas: { own: string; other: string }): Promise<PlacedCase[]> {
  const kinds = [
    ...new Set(portal.app.calls.flatMap(({ path }) => /^\/api\/kontor\/arenden\/([^/]+)\//.exec(path)?.[1] ?? [])),
  ]
  const wanted = kinds.flatMap((kind): Omit<PlacedCase, 'number' | 'twin' | 'place'>[] =>
    kind === 'avvikelser'
      ? [
          ...[...ordinary, ...sensitive].map((category) => ({ kind, category, marked: false })),
          ...ordinary.map((category) => ({ kind, category, marked: true })),
        ]
      : [{ kind, category: null, marked: false }],
  )
  const places = [
    { place: 'own area', company: 'norr', area: areas.own },
    { place: 'other area', company: 'norr', area: areas.other },
    { place: 'other company', company: 'vast', area: areas.own },
  ] as const
  const placed: PlacedCase[] = []
  for (const { place, company, area } of places) {
    for (const { kind, category, marked } of wanted) {
      // A number that no other case has in any company.
      const number = `M-${placed.length + 100_000}`
      const twin = `M-${placed.length + 200_000}`
      const add = (id: number, called: string) =>
        sql`
        insert into cases (company, kind, id, number, category, area, marked, received_at, state, worded)
        select company, kind, ${id}, ${called}, ${category}, ${area}, ${marked}, now(), state, true
        from cases where company = ${company} and kind = ${kind} and ended_at is null limit 1 returning id`.execute(
          portal.db,
        )
      const id = 9_000_000 + placed.length
      const { rows } = await add(id, number)
      if (rows.length === 0) continue
      await add(id + 100_000, twin)
      await sql`
        insert into case_originals (company, kind, case_id, part, text, at, why)
        values (${company}, ${kind}, ${id}, ${part}, 'Hej', now(), 'Hej')`.execute(portal.db)
      placed.push({ kind, number, twin, category, marked, place })
    }
  }
  return placed
}

/** Two new employees for each role. Existing employees may be named by a case or be somebody's manager. */
async function peopleOf(portal: TestPortal): Promise<readonly (readonly [Role, string, string])[]> {
  const keys = Object.keys(roles) as Role[]
  const people = keys.map((role) => [role, `role-${role}`, `deputy-${role}`] as const)
  const userNames = people.flatMap(([, holder, deputy]) => [holder, deputy])
  await sql`
    insert into employees (company, number, user_name, first_name, last_name)
    select 'norr', 'M' || n, name, 'Maja', 'Matris ' || n from unnest(${userNames}::text[]) with ordinality as g(name, n)`.execute(
    portal.db,
  )
  return people
}

export interface ReachMatrix {
  /** Each employee with his or her own role, and each as a deputy. */
  readonly cells: readonly Cell[]
  readonly deputies: readonly Cell[]
  /** Where the portal's answers differ from the roles. `away`: no role counts, as before and after a deputy's days. */
  readonly differences: (cells: readonly Cell[], away?: boolean) => Promise<string[]>
}

/** Gives each role in one area to an employee, and to a deputy for tomorrow. Returns all questions. */
export async function reachMatrix(
  portal: TestPortal,
  areas: { readonly own: string; readonly other: string },
  tomorrow: string,
): Promise<ReachMatrix> {
  const people = await peopleOf(portal)
  for (const [role, holder, deputy] of people) {
    const held = await giveRole(portal.db, holder, role, { area: areas.own })
    await giveDeputy(portal.db, deputy, held, { from: tomorrow, to: tomorrow })
  }
  const cases = await placeCases(portal, areas)
  const gateOf = ({ kind }: PlacedCase, call: string) =>
    portal.app.calls.find(({ path }) => path === `/api/kontor/arenden/${kind}/${call}`)?.gate?.value as Permission
  const all = (who: (person: (typeof people)[number]) => string) =>
    people.flatMap((person) =>
      cases.flatMap((about) =>
        calls
          .filter((call) => gateOf(about, call) !== undefined)
          .map((call) => ({ userName: who(person), role: person[0], about, call })),
      ),
    )
  return {
    cells: all(([, holder]) => holder),
    deputies: all(([, , deputy]) => deputy),
    async differences(cells, away = false) {
      const wrong: string[] = []
      const absent = new Map<string, string>()
      for (const cell of cells) {
        const { userName, about, call, role } = cell
        const rights = rightsOf(portal.app.calls as readonly Call<unknown>[], about.kind)
        const should = away ? '403' : expected(rights, areas.own, cell, gateOf(about, call))
        const got = await answerTo(portal, userName, about, call)
        const key = `${userName} ${about.kind} ${call}`
        if (!absent.has(key)) absent.set(key, await answerTo(portal, userName, { ...about, number: 'M-999999' }, call))
        const is = should === '404' ? got === absent.get(key) && got.startsWith('404') : got === should
        if (!is)
          wrong.push(
            `${role} ${call} ${about.kind} ${about.category}${about.marked ? ' marked' : ''} ${about.place}: ${got}, not ${should}`,
          )
      }
      return wrong
    },
  }
}
