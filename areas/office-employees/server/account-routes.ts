import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { decide, isOthers, outdatedRequest, waitingApprovals, type Approval } from '#core/approvals/server/approvals.ts'
import { audit } from '#core/audit/server/audit.ts'
import { accountKey, lastAttempts } from '#core/people/server/accounts/unlinked-accounts.ts'
import { namesOf } from '#core/people/server/names.ts'
import { actingRole, mayApprove, reach, usualReach } from '#core/people/server/roles/reach.ts'
import { requireHolder } from '#core/people/server/roles/still-holds.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { dateIn, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type AllWritten, type RowOf } from '#platform/server/db/rows.ts'
import { answer } from '#platform/server/http/answer.ts'
import { once } from '#platform/server/http/once.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import { decideAccount, getEmployeeCounts, getWaitingAccounts } from '../calls.ts'
import { AccountDecision, Changed, EmployeeCounts, WaitingAccount } from '../contract.ts'
import { linkCommand, linkingApproved, type Link } from './accounts.ts'

const waitingFor = async (db: Database, employee: Employee) =>
  (await waitingApprovals(db, employee.company, linkCommand)).filter(({ payload }) =>
    mayApprove(employee, payload as Link),
  )

/** The calls for links between accounts and employees, which a second person has to approve. */
export function accountRoutes(app: FastifyInstance, { db, clock, variants }: Platform): void {
  answer(app, getEmployeeCounts, { answer: EmployeeCounts }, async ({ employee }) => {
    const waiting = (await waitingFor(db, employee)).filter((approval) => isOthers(approval, employee))
    return [{ view: 'kopplingar', label: 'Kontokopplingar att godkänna', count: waiting.length }]
  })

  answer(app, getWaitingAccounts, { answer: z.array(WaitingAccount) }, async ({ employee }) => {
    const waiting = await waitingFor(db, employee)
    const { company } = employee
    const timeZone = variants.timeZoneOf(company)
    const names = await namesOf(
      db,
      company,
      waiting.flatMap(({ about_id, asked_by }) => [about_id ?? [], asked_by ?? []].flat()),
    )
    const links = waiting.map(({ payload }) => payload as Link)
    const accounts = await accountsOf(
      db,
      company,
      links.map(({ employeeId }) => employeeId),
    )
    const attempts = await lastAttempts(db, company, links)
    return waiting.map((approval): Required<WaitingAccount> => {
      const link = approval.payload as Link
      const { employeeId, issuer, subject } = link
      const attempt = attempts.get(accountKey(link))
      return {
        id: approval.id,
        anstid: names.get(employeeId)?.number ?? '',
        anstalld: names.get(employeeId)?.name ?? '',
        harKonton: accounts.get(employeeId) ?? 0,
        utfardare: issuer,
        konto: subject,
        kontoNamn: attempt?.name ?? null,
        senast: attempt ? wallClockIn(timeZone, attempt.at) : null,
        begardAv: names.get(approval.asked_by ?? '')?.nameAndNumber ?? null,
        begard: wallClockIn(timeZone, approval.asked_at),
        kanBeslutas: isOthers(approval, employee),
      }
    })
  })

  answer(app, decideAccount, { body: AccountDecision, answer: Changed }, async (ask) => {
    const { body, request } = ask
    const { id, godkann: approved, ...unwritten } = body
    unwritten satisfies AllWritten
    const { company } = ask.employee
    const at = clock()
    const decided = await once(db, ask, at, async (tx) => {
      const today = dateIn(variants.timeZoneOf(company), at)
      const employee = await requireHolder(tx, ask.employee, 'roles.approve', { at, today })
      const by = { employeeId: employee.id, role: actingRole(employee, 'roles.approve'), request }
      const reached = reach(employee, 'roles.approve')
      const changing = { reached, usually: usualReach(employee, 'roles.approve'), by, at, today }
      const reaches = ({ payload }: Pick<Approval, 'payload'>) => mayApprove(employee, payload as Link)
      const decision = { company, id, command: linkCommand, by, reaches, approved, reason: '', at }
      const approval = await decide(tx, decision, linkingApproved(changing))
      if (!approval) return { fresh: false }
      const what = approved ? 'account.approved' : 'account.refused'
      await audit(tx, { company, at, by, what, object: { kind: 'approval', id }, about: approval.about_id })
      return { fresh: true }
    })
    if (!decided.fresh) throw outdatedRequest()
    return { andrat: approved }
  })
}

const e = columnsOf<PeopleTables['employees']>('e')
const withAccounts = selected({
  id: e('id'),
  accounts: sql<number>`(select count(*)::int from identities i where i.employee_id = e.id)`,
})

/** How many accounts each of the company's employees has, by id. */
async function accountsOf(db: Database, company: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<RowOf<typeof withAccounts>>`
    select ${withAccounts} from employees e where e.company = ${company} and e.id = any(${[...ids]})`.execute(db)
  return new Map(rows.map(({ id, accounts }) => [id, accounts]))
}
