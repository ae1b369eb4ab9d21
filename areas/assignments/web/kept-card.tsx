import type { ReactElement } from 'react'
import { useInstant, useToday } from '#platform/web/page/now.ts'
import { makePart } from '#platform/web/ui/make-part.ts'
import { dutyCard } from './duty-card.ts'
import { inPlaceOf } from './kept-duty.ts'
import type { KeptDuty } from './run-of-day.ts'

/** What is shown in the place of the duty that the server returned at `heardAt`; null for nothing. */
export interface Kept {
  readonly heardAt: number
  readonly duty: KeptDuty | null
  readonly card: ReactElement | null
}

/** The card of the duty from the kept days that has taken the place of `duty`. Undefined if that is still the current one. */
export async function keptInPlaceOf(duty: KeptDuty, now: number, heardAt: number): Promise<Kept | undefined> {
  const next = await inPlaceOf(duty, now, heardAt)
  return next === undefined ? undefined : { heardAt, duty: next, card: next && <KeptCard duty={next} /> }
}

/** It can be confirmed once the server has answered. */
function KeptCard({ duty }: { duty: KeptDuty }) {
  const later = <p>Du kan bekräfta när portalen går att nå igen.</p>
  return dutyCard(makePart, duty, useInstant(), useToday(), later)
}
