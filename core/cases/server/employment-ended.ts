import { endRolesOfLeft } from '#core/people/server/roles/end-roles-of-left.ts'
import type { Database } from '#platform/server/area.ts'
import { type Leaving, releaseCasesOfLeft } from './release-cases.ts'

/** What follows when an employment has ended, by the office or by an import: no role, and no open case. Call it in the same transaction. */
export async function employmentEnded(tx: Database, leaving: Leaving): Promise<void> {
  await endRolesOfLeft(tx, leaving)
  await releaseCasesOfLeft(tx, leaving)
}
