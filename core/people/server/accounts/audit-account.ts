import { accountUnlinked, audit, type Act, type accountAsked, type accountLinked } from '#core/audit/server/audit.ts'
import type { Database } from '#platform/server/area.ts'

interface AccountAct extends Pick<Act, 'company' | 'at' | 'by'> {
  readonly what: typeof accountAsked | typeof accountLinked | typeof accountUnlinked
}

export interface AccountOf {
  readonly employeeId: string
  readonly issuer: string
  readonly subject: string
}

/** Records what is done with an account of an employee. Call it in the transaction that does so. */
export function auditAccount(tx: Database, act: AccountAct, { employeeId, issuer, subject }: AccountOf): Promise<void> {
  const account = { issuer, subject }
  return audit(tx, {
    ...act,
    object: { kind: 'account', id: employeeId },
    about: employeeId,
    ...(act.what === accountUnlinked ? { before: account } : { after: account }),
  })
}
