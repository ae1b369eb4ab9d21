import { createHmac } from 'node:crypto'
import { accountUnlinked, audit, type Act, type accountAsked, type accountLinked } from '#core/audit/server/audit.ts'
import type { Account } from '../ended-again.ts'
import { plainIssuer } from '../issuer.ts'
import type { Database } from '#platform/server/area.ts'
import { keptSecret } from '#platform/server/secrets.ts'

interface AccountAct extends Pick<Act, 'company' | 'at' | 'by'> {
  readonly what: typeof accountAsked | typeof accountLinked | typeof accountUnlinked
}

/** Records what is done with an account of an employee. Call it in the transaction that does so. */
export async function auditAccount(tx: Database, act: AccountAct, account: Account): Promise<void> {
  const { employeeId, issuer, subject } = account
  // The log outlives the employee, and an account's name may tell who that was. A plain hash would too, to those who have the provider's list of
  // accounts, because the row has all else that it is made of.
  const key = await keptSecret(tx, 'accounts in the log')
  const hash = createHmac('sha256', key)
    .update(`${plainIssuer(issuer)}\n${subject}`)
    .digest('hex')
  const named = { issuer, account: hash.slice(0, 16) }
  return audit(tx, {
    ...act,
    object: { kind: 'account', id: employeeId },
    about: employeeId,
    ...(act.what === accountUnlinked ? { before: named } : { after: named }),
  })
}
