import { pageAt, startPage } from '#platform/contract/pages.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { EarlyParts } from '#platform/web/shell/area.ts'
import { variant } from '#platform/web/page/variant.ts'
import { assignmentsBlockGate, assignmentsGate, getAssignments, getCurrentAssignment } from '../calls.ts'

export const earlyAssignments: EarlyParts = {
  calls: [
    { call: getCurrentAssignment, at: ['/', startPage], gate: assignmentsBlockGate },
    {
      call: getAssignments,
      query: () => ({ date: dateIn(variant.timeZone, new Date()) }),
      at: [pageAt('minauppdrag')],
      gate: assignmentsGate,
    },
  ],
}
