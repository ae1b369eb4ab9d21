import { get } from '#platform/contract/call.ts'
import type { EarlyCall } from '#platform/web/area.ts'
import { assignmentsBlockGate, getCurrentAssignment } from '../../areas/assignments/calls.ts'

/** What the signed-in dashboard cannot be drawn without, asked for beside the JavaScript. Keep it at two. */
export const earlyCalls: readonly EarlyCall[] = [
  { call: get('/api/user/profile') },
  {
    call: getCurrentAssignment,
    at: ['/', '/dashboard/start'],
    gate: assignmentsBlockGate,
  },
]
