import { sql, type Selectable } from 'kysely'
import { askForApproval, type Approval, type Command } from '#core/approvals/server/approvals.ts'
import { accountAsked, accountLinked, audit } from '#core/audit/server/audit.ts'
import { noteAccount } from '#core/people/server/ended-again.ts'
import { areaOf } from '#core/people/server/persons.ts'
import type { Scope } from '#core/people/roles.ts'
import { plainIssuer } from '#core/people/server/issuer.ts'
import { holdersOf } from '#core/people/server/roles/holders.ts'
import { endRolesOfAccount } from '#core/people/server/roles/role-rules.ts'
import { peopleTables, type PeopleTables } from '#core/people/server/tables.ts'
import type { Database } from '#platform/server/area.ts'
import type { AllWritten, NewRow } from '#platform/server/db/rows.ts'
import { Refusal, refused } from '#platform/server/http/errors.ts'
import type { Account, Changed } from '../contract.ts'
import { lockEmployee, type Changing } from './changes.ts'

/** A link as it is asked for; what waits for approval is stored so. */
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

/** Throws unless it is an account that was refused on the company's hosts and is linked to nobody else. Returns whether it is linked already. */
async function requireFree(tx: Database, company: string, { employeeId, issuer, subject }: Link): Promise<boolean> {
  const { rows: tried } = await sql`
    select from unlinked_accounts
    where company = ${company} and issuer = ${issuer} and subject = ${subject} for update`.execute(tx)
  const { rows: linked } = await sql<Pick<Selectable<PeopleTables['identities']>, 'employee_id'>>`
    select employee_id from identities where issuer = any(${spellings(issuer)}) and subject = ${subject}`.execute(tx)
  if (linked[0]?.employee_id === employeeId) return true
  if (linked.length > 0) throw refused({ konto: ['Kontot är redan kopplat till någon annan.'] })
  if (tried.length === 0) throw refused({ konto: ['Ingen har försökt logga in med kontot de senaste 30 dagarna.'] })
  return false
}

/**
 * Asks for the approval that every link needs: whoever has the account reads what the employee reads, as payslips, own reports and cases
 * that name the employee, also those of which nothing is known when it is linked.
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
    state: await stateOf(tx, company, employeeId),
    aboutId: employeeId,
    askedBy: by.employeeId,
    at,
  }
  await askForApproval(tx, asked, await holdersOf(tx, company, 'roles.approve', { scope: link, today }))
  await auditLink(tx, changing, { what: accountAsked, ...link })
  return { andrat: false, vantar: true }
}

async function storeLink(tx: Database, changing: Changing, link: Link): Promise<void> {
  const { employeeId, issuer, subject } = link
  await peopleTables(tx)
    .insertInto('identities')
    .values({ issuer: plainIssuer(issuer), subject, employee_id: employeeId } satisfies NewRow<
      PeopleTables['identities']
    >)
    .execute()
  await noteAccount(tx, { employeeId, issuer, subject }, 'linked')
  await sql`delete from unlinked_accounts where issuer = ${issuer} and subject = ${subject}`.execute(tx)
  await auditLink(tx, changing, { what: accountLinked, ...link })
}

/** What a request is made on: whether the employee works here, and what he or she may do. */
async function stateOf(db: Database, company: string, employeeId: string): Promise<unknown> {
  const { rows } = await sql`
    select e.active, array(select r.id from role_assignments r
      where r.company = e.company and r.employee_id = e.id and r.ended_at is null order by r.id) as roles
    from employees e where e.company = ${company} and e.id = ${employeeId}`.execute(db)
  return rows[0] ?? null
}

/** How an approved link is made: only if the employee who asked for it still could. */
export const linkingApproved = (changing: ChangingToday): Command => ({
  stateOf: (tx, { company, about_id }: Approval) => stateOf(tx, company, String(about_id)),
  async carryOut(tx, { company, payload, asked_by }) {
    const link = payload as Link
    const linkers = await holdersOf(tx, company, 'employees.rights', { scope: link, today: changing.today })
    if (asked_by === null || !linkers.includes(asked_by)) throw new Refusal(409, notAnyMore)
    if (!(await requireFree(tx, company, link))) await storeLink(tx, changing, link)
  },
})

export async function unlinkAccount(
  tx: Database,
  changing: Changing,
  { anstid, utfardare, konto, ...unwritten }: Account,
): Promise<boolean> {
  unwritten satisfies AllWritten
  const found = await lockEmployee(tx, changing, anstid)
  const { rows } = await sql`
    delete from identities where issuer = ${utfardare} and subject = ${konto} and employee_id = ${found.id}
    returning subject`.execute(tx)
  if (rows.length === 0) return false
  await noteAccount(tx, { employeeId: found.id, issuer: utfardare, subject: konto }, 'unlinked')
  const { company } = changing.reached
  await audit(tx, {
    company,
    at: changing.at,
    by: changing.by,
    what: 'account.unlinked',
    object: { kind: 'account', id: found.id },
    about: found.id,
    before: { issuer: utfardare, subject: konto },
  })
  await endRolesOfAccount(tx, { company, employeeId: found.id, issuer: utfardare, by: changing.by, at: changing.at })
  return true
}

const auditLink = (
  tx: Database,
  { reached, by, at }: Changing,
  { what, employeeId, issuer, subject }: Link & { readonly what: string },
) =>
  audit(tx, {
    company: reached.company,
    at,
    by,
    what,
    object: { kind: 'account', id: employeeId },
    about: employeeId,
    after: { issuer, subject },
  })
