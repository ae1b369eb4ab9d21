import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, EraseAgain } from '#platform/server/area.ts'
import { recordErasures } from '#platform/server/erasures.ts'
import { plainIssuer } from './issuer.ts'
import { peopleTables } from './tables.ts'

// Records of roles, rules, employments and accounts that have been ended. A database restored from an earlier backup still has them, and
// would let somebody in again who was shut out. They are recorded like erasures, under names that are never used twice: the number of a row
// is not enough, because the sequence gives it out again after a restore.

const [role, rule, account] = ['role', 'role-rule', 'account'] as const
export const employment = 'employment'

interface Row {
  readonly company: string
  readonly id: number
  /** When it was given or made: no other row with the same number has the same time. */
  readonly since: Date
}

const subjectOf = ({ company, id, since }: Row) => `${company} ${id} ${since.toISOString()}`

/** Records roles that have ended. Call it in the transaction that ends them. */
export const noteEndedRoles = (tx: Database, ended: readonly Row[]): Promise<void> =>
  recordErasures(tx, role, ended.map(subjectOf))

/** The same for a rule that gave roles. */
export const noteEndedRule = (tx: Database, ended: Row): Promise<void> => recordErasures(tx, rule, [subjectOf(ended)])

/** Records that the office has ended an employment, or with `active` has resumed it or left it to the import. The last record counts. */
export const noteEmployment = (tx: Database, employeeId: string, active: boolean): Promise<void> =>
  recordErasures(tx, employment, [`${employeeId} ${active ? 'resumed' : 'ended'}`])

export interface Account {
  readonly employeeId: string
  readonly issuer: string
  readonly subject: string
}

/** Records that accounts have been linked or unlinked, by hashes: an account's name would stay after the employee is erased. */
export const noteAccounts = (tx: Database, linked: readonly Account[], is: 'linked' | 'unlinked'): Promise<void> =>
  recordErasures(
    tx,
    account,
    linked.map((each) => `${accountHash(each)} ${is}`),
  )

/** Names an account of an employee in what is kept after the employee is erased. */
export const accountHash = ({ employeeId, issuer, subject }: Account) =>
  createHash('sha256')
    .update([plainIssuer(issuer), subject, employeeId].join('\n'))
    .digest('hex')

/** The ids whose last record is `ending`. */
function endedLast(subjects: readonly string[], ending: string): string[] {
  const last = new Map(subjects.map((subject) => subject.split(' ') as [string, string]))
  return [...last].flatMap(([id, is]) => (is === ending ? [id] : []))
}

const ofRows = (subjects: readonly string[]) => {
  const rows = subjects.map((subject) => {
    const [since = '', id = '', ...company] = subject.split(' ').toReversed()
    return { company: company.toReversed().join(' '), id, since }
  })
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as g(company text, id bigint, since timestamptz)`
}

export const endAgain: Readonly<Record<string, EraseAgain>> = {
  async [role](tx, subjects, { clock }) {
    await sql`
      update role_assignments r set ended_at = ${clock()} from ${ofRows(subjects)}
      where r.company = g.company and r.id = g.id and date_trunc('milliseconds', r.given_at) = g.since
        and r.ended_at is null`.execute(tx)
    // Deputies may since have become those of a role that was given in the place of this one. That one is not in the backup.
    await sql`
      update role_assignments d set ended_at = ${clock()} from role_assignments r
      where r.company = d.company and r.id = d.deputy_of and r.ended_at is not null and d.ended_at is null`.execute(tx)
  },
  async [rule](tx, subjects, { clock }) {
    await sql`
      update role_rules r set ended_at = ${clock()} from ${ofRows(subjects)}
      where r.company = g.company and r.id = g.id and date_trunc('milliseconds', r.made_at) = g.since
        and r.ended_at is null`.execute(tx)
  },
  async [employment](tx, subjects, { clock }) {
    const ended = endedLast(subjects, 'ended')
    // As when the office ended it, so that no import resumes it.
    await sql`
      insert into office_fields (company, employee_id, field, changed_at)
      select e.company, e.id, 'active', ${clock()} from employees e where e.id::text = any(${ended})
      on conflict (company, employee_id, field) do nothing`.execute(tx)
    await sql`update employees set active = false where id::text = any(${ended})`.execute(tx)
  },
  async [account](tx, subjects) {
    const unlinked = new Set(endedLast(subjects, 'unlinked'))
    if (unlinked.size === 0) return
    const linked = await peopleTables(tx)
      .selectFrom('identities')
      .select(['issuer', 'subject', 'employee_id'])
      .execute()
    for (const { issuer, subject, employee_id: employeeId } of linked)
      if (unlinked.has(accountHash({ employeeId, issuer, subject })))
        await peopleTables(tx)
          .deleteFrom('identities')
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .execute()
  },
}
