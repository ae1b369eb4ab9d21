import { sql } from 'kysely'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import { isRole, roles } from '#core/people/roles.ts'
import type { Opening } from '../contract.ts'
import { opened, revealed } from './audit.ts'
import type { AuditTables } from './tables.ts'
import { thingInWords } from './things.ts'

/** More than anybody reads; older ones are in the audit. */
const MOST_SHOWN = 100

const a = columnsOf<AuditTables['audit']>('a')
const nameOf = (alias: string) =>
  sql<string | null>`case when ${sql.ref(`${alias}.id`)} is not null
    then concat(${sql.ref(`${alias}.first_name`)}, ' ', ${sql.ref(`${alias}.last_name`)}) end`
const opening = selected({
  id: a('id'),
  at: a('at'),
  by: nameOf('b'),
  role: a('by_role'),
  deputyFor: nameOf('f'),
  emergency: a('emergency'),
  what: a('what'),
  kind: a('object_kind'),
  number: a('object_id'),
})

/** Who else has opened what is sensitive about the employee; the latest first. */
export async function openingsOf(platform: Platform, { id, company }: RequestScope): Promise<Required<Opening>[]> {
  const { db, variants } = platform
  const timeZone = variants.timeZoneOf(company)
  const { rows } = await sql<RowOf<typeof opening>>`
    select ${opening} from audit a
      left join employees b on b.company = a.company and b.id = a.by_id
      left join employees f on f.company = a.company and f.id = a.for_id
    where a.company = ${company} and a.about_id = ${id} and a.what in (${sql.lit(opened)}, ${sql.lit(revealed)})
      and a.by_id <> ${id}
    order by a.at desc, a.id desc limit ${MOST_SHOWN}`.execute(db)
  return rows.map(({ at, kind, role, what, ...row }) => ({
    ...row,
    at: wallClockIn(timeZone, at),
    role: role !== null && isRole(role) ? roles[role].name : role,
    thing: thingInWords(platform, kind),
    revealed: what === revealed,
  }))
}
