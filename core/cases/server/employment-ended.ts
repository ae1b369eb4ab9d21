import { outdateRequestsAboutLeft } from '#core/approvals/server/approvals.ts'
import { endRolesOfLeft } from '#core/people/server/roles/end-roles-of-left.ts'
import type { Database } from '#platform/server/area.ts'
import { type Leaving, releaseCasesOfLeft } from './release-cases.ts'

interface Ended extends Leaving {
  /** The date of `at` in the company's time zone. */
  readonly today: string
}

/**
 * Ends what an employee has once the employment has ended, by the office or by an import: roles, requests for roles, and cases. Call it in
 * the same transaction.
 */
export async function employmentEnded(tx: Database, leaving: Ended): Promise<void> {
  await outdateRequestsAboutLeft(tx, leaving)
  await endRolesOfLeft(tx, leaving)
  await releaseCasesOfLeft(tx, leaving)
}
