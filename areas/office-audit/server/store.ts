import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import { wordOfAct, wordOfField, wordOfSource } from '#core/audit/rules.ts'
import type { AuditTables } from '#core/audit/server/tables.ts'
import { isRole, roles } from '#core/people/roles.ts'
import { nameAndNumber } from '#core/people/server/names.ts'
import { isNamed } from '#core/people/server/persons.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { within, type Reach } from '#core/people/server/roles/reach.ts'
import { instantsOf } from '#platform/contract/instants.ts'
import { addDays, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { PAGE_SIZE, type AuditPage, type AuditQuery, type AuditRow } from '../contract.ts'

const a = columnsOf<AuditTables['audit']>('a')
const nameOf = (id: RawBuilder<string | null>) => sql<string | null>`(
  select ${nameAndNumber('p')} from employees p where p.company = a.company and p.id = ${id})`
const row = selected({
  id: a('id'),
  at: a('at'),
  by: nameOf(a('by_id')),
  byId: a('by_id'),
  role: a('by_role'),
  emergency: a('emergency'),
  deputyFor: nameOf(a('for_id')),
  what: a('what'),
  kind: a('object_kind'),
  objectId: a('object_id'),
  about: nameOf(a('about_id')),
  before: sql<Values | null>`a.before`,
  after: sql<Values | null>`a.after`,
  request: a('request_id'),
})
type Row = RowOf<typeof row>

type Values = Readonly<Record<string, unknown>>

/** What is needed to write a page's rows in words. */
interface Wording {
  readonly timeZone: string
  readonly thingInWords: (kind: string) => string
}

/** A page of what the office has done, the latest first. A reach that is limited to an area sees nothing, since rows have no area. */
export async function auditPage(
  db: Database,
  reached: Reach,
  query: AuditQuery,
  wording: Wording,
): Promise<Required<AuditPage>> {
  const mine = within(reached, { company: a('company') })
  const conditions = [mine, ...(await chosen(db, reached.company, query, wording.timeZone))]
  const { rows } = await sql<RowOf<typeof row>>`
    select ${row} from audit a where ${sql.join(conditions, sql` and `)}
    order by a.at desc, a.id desc limit ${PAGE_SIZE + 1}`.execute(db)
  const shown = rows.slice(0, PAGE_SIZE)
  const names = await namesIn(db, reached.company, shown)
  return {
    rader: shown.map((each) => onWire(each, names, wording)),
    nasta: rows.length > PAGE_SIZE ? String(shown.at(-1)?.id) : null,
    handelser: await actsIn(db, reached.company, mine),
  }
}

async function chosen(
  db: Database,
  company: string,
  { vem, om, handelse, galler, fran, till, efter }: AuditQuery,
  timeZone: string,
): Promise<RawBuilder<SqlBool>[]> {
  const dayBegins = (day: string) => instantsOf(timeZone, `${day}T00:00:00`)[0]
  const someone = async (column: 'by_id' | 'about_id', sought: string | undefined) =>
    sought?.trim() ? [sql<SqlBool>`${a(column)} ${await oneOf(db, company, sought.trim())}`] : []
  return [
    ...(await someone('by_id', vem)),
    ...(await someone('about_id', om)),
    ...(handelse ? [sql<SqlBool>`a.what = ${handelse}`] : []),
    ...(galler?.trim() ? [sql<SqlBool>`a.object_id = ${galler.trim().toUpperCase()}`] : []),
    ...(fran === undefined ? [] : [sql<SqlBool>`a.at >= ${dayBegins(fran)}`]),
    ...(till === undefined ? [] : [sql<SqlBool>`a.at < ${dayBegins(addDays(till, 1))}`]),
    ...(efter === undefined
      ? []
      : [
          sql<SqlBool>`(a.at, a.id) < (select l.at, l.id from audit l where l.company = ${company} and l.id = ${Number(efter)})`,
        ]),
  ]
}

/** With so many, rows of theirs are found soon by going through the log. For fewer there is an index. */
const MANY = 200

/** The condition that an id is of one of those with this number, or with this beginning of a word of their names. */
async function oneOf(db: Database, company: string, sought: string): Promise<RawBuilder<SqlBool>> {
  const ids = sql<Pick<Selectable<PeopleTables['employees']>, 'id'>>`
    select e.id from employees e where e.company = ${company} and (e.number = ${sought} or ${isNamed(sought)})`
  const { rows } = await sql<Pick<Selectable<PeopleTables['employees']>, 'id'>>`${ids} limit ${MANY}`.execute(db)
  return rows.length < MANY ? sql`= any(${rows.map(({ id }) => id)})` : sql`in (${ids})`
}

/** The events that have occurred. Each is found from the one before by the index, since reading all rows would take longer and longer. */
async function actsIn(db: Database, company: string, mine: RawBuilder<SqlBool>): Promise<AuditPage['handelser']> {
  const { rows } = await sql<Pick<Selectable<AuditTables['audit']>, 'what'>>`
    with recursive found as (
      (select a.what from audit a where ${mine} order by a.what limit 1)
      union all
      select (select n.what from audit n where n.company = ${company} and n.what > f.what order by n.what limit 1)
      from found f where f.what is not null
    )
    select what from found where what is not null`.execute(db)
  const { compare } = new Intl.Collator('sv')
  return rows
    .map(({ what }) => ({ nyckel: what, ord: wordOfAct(what) }))
    .toSorted((one, other) => compare(one.ord, other.ord))
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)

const e = columnsOf<PeopleTables['employees']>('e')
const named = selected({ id: e('id'), name: nameAndNumber('e') })

/** The names of employees whose ids occur in changes and objects. */
async function namesIn(db: Database, company: string, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ before, after, objectId }) =>
    [...Object.values(before ?? {}), ...Object.values(after ?? {}), objectId].filter(isId),
  )
  if (ids.length === 0) return new Map()
  const { rows: found } = await sql<RowOf<typeof named>>`
    select ${named} from employees e where e.company = ${company} and e.id = any(${[...new Set(ids)]})`.execute(db)
  return new Map(found.map(({ id, name }) => [id, name ?? '']))
}

function onWire(
  { id, at, by, byId, role, emergency, deputyFor, what, kind, objectId, about, before, after, request }: Row,
  names: ReadonlyMap<string, string>,
  { timeZone, thingInWords }: Wording,
): Required<AuditRow> {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const inWords = (values: Values | null, key: string) => {
    const value = values?.[key]
    if (key === 'role' && typeof value === 'string' && isRole(value)) return roles[value].name
    return wordOf(value, names)
  }
  return {
    id,
    tid: wallClockIn(timeZone, at),
    vem: by ?? (byId === null ? withoutEmployee({ role, what }) : 'Någon som är raderad'),
    roll:
      role === null || byId === null
        ? null
        : `${isRole(role) ? roles[role].name : role}${emergency ? ', nödåtkomst' : ''}`,
    ersatterFor: deputyFor,
    handelse: wordOfAct(what),
    galler: `${thingInWords(kind)} ${names.get(objectId) ?? (objectId === '*' ? '' : objectId)}`.trim(),
    om: about,
    andringar: keys.map((key) => ({ falt: wordOfField(key), fore: inWords(before, key), efter: inWords(after, key) })),
    anrop: request,
  }
}

/** Who acted if it was no employee. */
function withoutEmployee({ role, what }: Pick<Row, 'role' | 'what'>): string | null {
  if (role !== null) return wordOfSource(role)
  // Nobody carries out a role rule: it applies by itself at a sign-in.
  if (what === 'rule.gave' || what === 'rule.ended') return 'En rollregel'
  // What follows for a case from something else, such as that its handler may no longer handle it.
  return what.startsWith('case.') ? 'Portalen' : null
}

function wordOf(value: unknown, names: ReadonlyMap<string, string>): string | null {
  if (value === undefined || value === null || value === '') return null
  if (value === true) return 'ja'
  if (value === false) return 'nej'
  if (isId(value)) return names.get(value) ?? value
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((each) => wordOf(each, names)).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
