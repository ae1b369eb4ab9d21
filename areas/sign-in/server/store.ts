import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'

export interface Link {
  readonly issuer: string
  readonly subject: string
  readonly employeeId: string
}

const i = columnsOf<PeopleTables['identities']>('i')
const e = columnsOf<PeopleTables['employees']>('e')
const knownLink = selected({
  issuer: i('issuer'),
  subject: i('subject'),
  employeeId: i('employee_id'),
  company: e('company'),
  number: e('number'),
})
export type KnownLink = Readonly<RowOf<typeof knownLink>>

/** Which of these accounts are already linked, and to whom; issuers may be stored with a trailing slash. */
export async function knownLinks(
  db: Database,
  links: readonly Pick<Link, 'issuer' | 'subject'>[],
): Promise<KnownLink[]> {
  const { rows } = await sql<RowOf<typeof knownLink>>`
    select ${knownLink}
    from json_to_recordset(${JSON.stringify(links)}::json) as g(issuer text, subject text)
    join identities i on i.issuer in (g.issuer, g.issuer || '/') and i.subject = g.subject
    join employees e on e.id = i.employee_id`.execute(db)
  return rows
}

/** Which of these employees have an account. */
export async function withAccount(db: Database, employeeIds: readonly string[]): Promise<ReadonlySet<string>> {
  const holder = selected({ employeeId: i('employee_id') })
  const { rows } = await sql<RowOf<typeof holder>>`
    select distinct ${holder} from identities i where i.employee_id = any(${[...employeeIds]})`.execute(db)
  return new Set(rows.map(({ employeeId }) => employeeId))
}

/** Keeps anybody else from linking accounts until the transaction ends. Sign-ins do not wait for the lock. */
export async function lockLinks(tx: Database): Promise<void> {
  await sql`lock table identities in share row exclusive mode`.execute(tx)
}

/**
 * Links accounts to employees; an account that belonged to another employee moves, and all are removed from the unlinked ones.
 * One statement: all or none. An employee who loses an account must also lose the roles that it brought: call endRolesOfAccount in the same
 * transaction.
 */
export async function saveLinks(db: Database, links: readonly Link[]): Promise<void> {
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(links)}::json) as g(issuer text, subject text, "employeeId" uuid)
    ), found as (
      delete from unlinked_accounts u using given
      where rtrim(u.issuer, '/') = rtrim(given.issuer, '/') and u.subject = given.subject
    )
    insert into identities (issuer, subject, employee_id)
    select issuer, subject, "employeeId" from given
    on conflict (issuer, subject) do update set employee_id = excluded.employee_id`.execute(db)
}
