import { sql, type Selectable } from 'kysely'
import {
  askForApproval,
  outdateRequests,
  waitingApprovals,
  type Approval,
  type Command,
} from '#core/approvals/server/approvals.ts'
import { accountAsked, accountLinked, accountUnlinked } from '#core/audit/server/audit.ts'
import { auditAccount } from '#core/people/server/accounts/audit-account.ts'
import { lastAttempts, lockTried } from '#core/people/server/accounts/unlinked-accounts.ts'
import { noteAccounts } from '#core/people/server/ended-again.ts'
import { areaOf } from '#core/people/server/persons.ts'
import type { Scope } from '#core/people/roles.ts'
import { plainIssuer } from '#core/people/server/issuer.ts'
import { holdersOf } from '#core/people/server/roles/holders.ts'
import { endRolesOfAccount } from '#core/people/server/roles/role-rules.ts'
import { peopleTables, type PeopleTables } from '#core/people/server/tables.ts'
import type { AccountsTaken, Database } from '#platform/server/area.ts'
import type { AllWritten, NewRow } from '#platform/server/db/rows.ts'
import { Refusal, refused } from '#platform/server/http/errors.ts'
import type { Account, Changed } from '../contract.ts'
import { lockEmployee, type Changing } from './changes.ts'

/** A link as it is requested, and as it is stored while it waits for approval. */
export interface Link extends Scope {
  readonly employeeId: string
  readonly issuer: string
  readonly subject: string
}

export interface ChangingToday extends Changing {
  readonly today: string
}

export const linkCommand = 'account.link'
const notAnyMore = 'Den som begärde kopplingen får inte längre koppla konton.'

const spellings = (issuer: string) => [plainIssuer(issuer), `${plainIssuer(issuer)}/`]

/**
 * Throws unless the account was refused on the company's hosts and is linked to nobody else. Returns whether it is linked to this employee
 * already.
 */
async function requireFree(tx: Database, company: string, { employeeId, issuer, subject }: Link): Promise<boolean> {
  const tried = await lockTried(tx, company, { issuer, subject })
  const { rows: linked } = await sql<Pick<Selectable<PeopleTables['identities']>, 'employee_id'>>`
    select employee_id from identities where issuer = any(${spellings(issuer)}) and subject = ${subject}`.execute(tx)
  if (linked[0]?.employee_id === employeeId) return true
  if (linked.length > 0) throw refused({ konto: ['Kontot är redan kopplat till någon annan.'] })
  if (!tried) throw refused({ konto: ['Ingen har försökt logga in med kontot de senaste 30 dagarna.'] })
  return false
}

/**
 * Asks for the approval that every link needs. The account's holder can read all that the employee can: payslips, reports and cases that
 * name the employee, also those that do not exist yet when the account is linked.
 */
export async function linkAccount(
  tx: Database,
  changing: ChangingToday,
  { anstid, utfardare, konto, ...unwritten }: Account,
): Promise<Changed> {
  unwritten satisfies AllWritten
  const { id: employeeId } = await lockEmployee(tx, changing, anstid)
  const { reached, by, at, today } = changing
  const { company } = reached
  const { rows } = await sql<{ area: string | null }>`select ${areaOf(sql`${employeeId}::uuid`)} as area`.execute(tx)
  const link: Link = { employeeId, issuer: utfardare, subject: konto, area: rows[0]?.area ?? null, category: null }
  if (await requireFree(tx, company, link)) return { andrat: false }
  const asked = {
    why: 'Kopplingen',
    company,
    command: linkCommand,
    payload: link,
    subject: JSON.stringify([employeeId, ...spellings(utfardare), konto]),
    state: await stateOf(tx, company, link),
    aboutId: employeeId,
    askedBy: by.employeeId,
    at,
  }
  await outdateMoved(tx, changing, link)
  await askForApproval(tx, asked, await holdersOf(tx, company, 'roles.approve', { scope: link, today }))
  await auditAccount(tx, { ...actOf(changing), what: accountAsked }, link)
  return { andrat: false, vantar: true }
}

/** Outdates what was asked for the same employee in another area: whoever may approve it there no longer reaches the employee. */
async function outdateMoved(tx: Database, { reached, by, at }: Changing, { employeeId, area }: Link): Promise<void> {
  const { company } = reached
  const waiting = await waitingApprovals(tx, company, linkCommand)
  const moved = waiting.filter(({ payload }) => {
    const asked = payload as Link
    return asked.employeeId === employeeId && asked.area !== area
  })
  await outdateRequests(
    tx,
    { company, at, by },
    moved.map(({ id }) => id),
  )
}

async function storeLink(tx: Database, changing: Changing, link: Link): Promise<void> {
  const { employeeId, issuer, subject } = link
  await peopleTables(tx)
    .insertInto('identities')
    .values({ issuer: plainIssuer(issuer), subject, employee_id: employeeId } satisfies NewRow<
      PeopleTables['identities']
    >)
    .execute()
  await noteAccounts(tx, [{ employeeId, issuer, subject }], 'linked')
  await sql`delete from unlinked_accounts where issuer = any(${spellings(issuer)}) and subject = ${subject}`.execute(tx)
  await auditAccount(tx, { ...actOf(changing), what: accountLinked }, link)
}

/** The facts that a request is based on: whether and where the employee works here, his or her name and roles, and the account's name. */
async function stateOf(db: Database, company: string, link: Link): Promise<unknown> {
  const { rows } = await sql`
    select e.active, e.first_name, e.last_name, ${areaOf(sql`e.id`)} as area, array(select r.id from role_assignments r
      where r.company = e.company and r.employee_id = e.id and r.ended_at is null order by r.id) as roles
    from employees e where e.company = ${company} and e.id = ${link.employeeId}`.execute(db)
  const [attempt] = (await lastAttempts(db, company, [link])).values()
  return { employee: rows[0] ?? null, account: attempt?.name ?? null }
}

/** Makes an approved link, but only if the employee who requested it still may. */
export const linkingApproved = (changing: ChangingToday): Command => ({
  stateOf: (tx, { company, payload }: Approval) => stateOf(tx, company, payload as Link),
  async carryOut(tx, { company, payload, asked_by }) {
    const link = payload as Link
    const linkers = await holdersOf(tx, company, 'employees.rights', { scope: link, today: changing.today })
    if (asked_by === null || !linkers.includes(asked_by)) throw new Refusal(409, notAnyMore)
    if (!(await requireFree(tx, company, link))) await storeLink(tx, changing, link)
  },
})

export const unlinkAccount =
  (accountsTaken: AccountsTaken) =>
  async (
    tx: Database,
    changing: ChangingToday,
    { anstid, utfardare, konto, ...unwritten }: Account,
  ): Promise<boolean> => {
    unwritten satisfies AllWritten
    const found = await lockEmployee(tx, changing, anstid)
    const { rows } = await sql`
      delete from identities where issuer = ${utfardare} and subject = ${konto} and employee_id = ${found.id}
      returning subject`.execute(tx)
    if (rows.length === 0) return false
    const account = { employeeId: found.id, issuer: utfardare, subject: konto }
    await noteAccounts(tx, [account], 'unlinked')
    await accountsTaken(tx, [found.id])
    await auditAccount(tx, { ...actOf(changing), what: accountUnlinked }, account)
    await endRolesOfAccount(tx, { ...actOf(changing), today: changing.today, employeeId: found.id, issuer: utfardare })
    return true
  }

const actOf = ({ reached, by, at }: Changing) => ({ company: reached.company, by, at })
