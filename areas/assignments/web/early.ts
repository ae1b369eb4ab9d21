import { pageAt, startPage } from '#platform/contract/pages.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { EarlyParts } from '#platform/web/shell/area.ts'
import { instantNow } from '#platform/web/page/clock-error.ts'
import { variant } from '#platform/web/page/variant.ts'
import { assignmentsBlockGate, assignmentsGate, getAssignments, getCurrentAssignment } from '../calls.ts'
import type { CurrentAssignment } from '../contract.ts'
import { dutyCard } from './duty-card.ts'
import { isOver } from './standing.ts'

export const earlyAssignments: EarlyParts = {
  card: {
    call: getCurrentAssignment,
    gate: assignmentsBlockGate,
    show: (make, answer, isCopy) => {
      const duty = answer as CurrentAssignment | null
      const now = instantNow()
      // A shorter run that has begun since is in the kept days. React shows it too only once it is known that the server cannot be asked.
      if (!duty || isOver(duty, now, isCopy ? Infinity : 0)) return null
      return dutyCard(make, duty, now, dateIn(variant.timeZone, new Date()))
    },
  },
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
