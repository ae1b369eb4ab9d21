import { sql } from 'kysely'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import { isRole, roles } from '#core/people/roles.ts'
import { nameAndNumber } from '#core/people/server/names.ts'
import type { Opening } from '../contract.ts'
import { accountAsked, accountLinked, opened, revealed, uncovered } from './audit.ts'
import type { AuditTables } from './tables.ts'
import { thingInWords } from './things.ts'

/** More than anybody reads; older ones are in the audit. */
const MOST_SHOWN = 100

const a = columnsOf<AuditTables['audit']>('a')
const opening = selected({
  id: a('id'),
  at: a('at'),
  by: nameAndNumber('b'),
  byNobody: sql<boolean>`a.by_id is null`,
  role: a('by_role'),
  deputyFor: nameAndNumber('f'),
  emergency: a('emergency'),
  what: a('what'),
  kind: a('object_kind'),
  number: a('object_id'),
})

/** The query is not limited to a company: an employee who changes company keeps the list. */
const shown = sql.join([opened, revealed, uncovered, accountLinked, accountAsked].map((what) => sql.lit(what)))

const accountOf = (what: string) => (what === accountLinked ? 'linked' : what === accountAsked ? 'asked' : null)
const account = selected({ id: a('id'), at: a('at'), what: a('what') })
const accountKey = (id: number) => `account:${id}`

/**
 * The notices on the employee's home about accounts that somebody has linked, or wants to link: with such an account, somebody signs in as the
 * employee. At most 10, not older than `since`, the latest first.
 */
export async function accountNews(db: Database, { id }: Pick<RequestScope, 'id'>, timeZone: string, since: Date) {
  const { rows } = await sql<RowOf<typeof account>>`
    select ${account} from audit a
    where a.about_id = ${id} and a.what in (${shown}) and a.what in (${sql.lit(accountLinked)}, ${sql.lit(accountAsked)})
      and a.at > ${since}
    order by a.at desc, a.id desc limit 10`.execute(db)
  return rows.map(({ id: row, at, what }) => ({
    key: accountKey(row),
    at: wallClockIn(timeZone, at),
    text: what === accountLinked ? 'Ett konto har kopplats till dig' : 'Någon vill koppla ett konto till dig',
  }))
}

/** The openings of sensitive things about the employee by others, and the accounts; the latest first. */
export async function openingsOf(
  platform: Platform,
  { id, company }: Pick<RequestScope, 'id' | 'company'>,
): Promise<Required<Opening>[]> {
  const { db, variants } = platform
  const timeZone = variants.timeZoneOf(company)
  const { rows } = await sql<RowOf<typeof opening>>`
    select ${opening} from audit a
      left join employees b on b.id = a.by_id
      left join employees f on f.id = a.for_id
    where a.about_id = ${id} and a.what in (${shown}) and a.by_id is distinct from ${id}
    order by a.at desc, a.id desc limit ${MOST_SHOWN}`.execute(db)
  return rows.map(({ at, by, byNobody, kind, role, what, number, ...row }) => ({
    ...row,
    by: byNobody ? 'Den som sköter portalen' : by,
    at: wallClockIn(timeZone, at),
    role: role !== null && isRole(role) ? roles[role].name : role,
    thing: thingInWords(platform, kind),
    // The object of an account's entry is an employee, whose id nobody may see.
    number: accountOf(what) ? '' : number,
    revealed: what === revealed,
    uncovered: what === uncovered,
    account: accountOf(what),
    key: accountOf(what) && accountKey(row.id),
  }))
}
