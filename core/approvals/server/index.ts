import type { ServerArea } from '#platform/server/area.ts'
import { outdateRequestsOf } from './approvals.ts'
import { approvalMigrations } from './migrations.ts'

export const approvals: ServerArea = {
  name: 'approvals',
  migrations: approvalMigrations,
  // Without the employee who asked, a waiting request would look like an operator's.
  forgetEmployee: outdateRequestsOf,
}
