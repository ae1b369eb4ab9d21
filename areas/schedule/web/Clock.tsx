import { clockOf } from '#platform/contract/wall-clock.ts'
import { clockPart } from '#platform/web/ui/clock-part.ts'
import { makePart } from '#platform/web/ui/make-part.ts'

/** A time of a duty on its service date: '05:12', or with a raised '+1' on the day after. */
export const Clock = ({ at, on }: { at: string; on: string }) =>
  makePart('time', { dateTime: at }, ...clockPart(makePart, clockOf(at, on)))
