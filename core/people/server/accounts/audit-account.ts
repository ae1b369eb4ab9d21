import { accountUnlinked, audit, type Act, type accountAsked, type accountLinked } from '#core/audit/server/audit.ts'
import { accountHash, type Account } from '../ended-again.ts'
import type { Database } from '#platform/server/area.ts'

interface AccountAct extends Pick<Act, 'company' | 'at' | 'by'> {
  readonly what: typeof accountAsked | typeof accountLinked | typeof accountUnlinked
}

/** Records what is done with an account of an employee. Call it in the transaction that does so. */
export function auditAccount(tx: Database, act: AccountAct, account: Account): Promise<void> {
  const { employeeId, issuer } = account
  // By its hash: the log outlives the employee, and an account's name may tell who that was.
  const named = { issuer, account: accountHash(account) }
  return audit(tx, {
    ...act,
    object: { kind: 'account', id: employeeId },
    about: employeeId,
    ...(act.what === accountUnlinked ? { before: named } : { after: named }),
  })
}
