import { clockPart } from '#platform/web/ui/clock-part.ts'
import { makePart } from '#platform/web/ui/make-part.ts'

/** A time in words, with what comes after hour and minute, such as '+1', raised. */
export const Clock = ({ at, text }: { at: string; text: string }) =>
  makePart('time', { dateTime: at }, ...clockPart(makePart, text))
