import { useEffect, useState } from 'react'
import { useElapsed, useInstant } from '#platform/web/page/now.ts'
import { useCurrentAssignment } from './current-assignment.ts'
import type { Kept } from './kept-card.tsx'
import { isOver } from './standing.ts'

/**
 * The current assignment, whether it has ended or another has taken its place since the server returned it, and which one, from the kept
 * days. The card and the list on the home use the same.
 */
export function useDutyShown() {
  const load = useCurrentAssignment()
  const { data, copy, dataUpdatedAt } = load
  const now = useInstant()
  // A copy may be outdated, so its age counts as infinite.
  const heardFor = useElapsed(copy ? 0 : dataUpdatedAt)
  // Zero until the server has been asked.
  const heardAt = copy?.at ?? dataUpdatedAt
  const [kept, setKept] = useState<Kept>()
  useEffect(() => {
    // Within a minute of an answer nothing has taken the place of its duty.
    if (data && heardAt && heardFor)
      import('./kept-card.tsx')
        .then((module) => module.keptInPlaceOf(data, now, heardAt))
        .then(setKept, () => undefined)
  }, [data, heardAt, heardFor, now])
  const next = kept?.heardAt === heardAt ? kept : undefined
  const over = data ? next !== undefined || isOver(data, now, heardFor) : false
  // Which one is current now is in the server's answer, or in the kept days if it cannot be asked.
  return { load, over, next: copy && over ? next : undefined, now }
}
