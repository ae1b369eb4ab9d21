import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'

export const ScheduleRow = z.object({
  starttid: localDateTime,
  sluttid: localDateTime,
  /** 'lördag'. */
  starttidDayName: z.string(),
  beskrivning: z.string(),
})
export type ScheduleRow = z.infer<typeof ScheduleRow>

const digits = (pattern: RegExp, message: string) =>
  z.pipe(z.string(message).check(z.regex(pattern, message)), z.transform(Number))

/** The year's range moves with today, so the handler checks it: rules in platform/contract/wall-clock.ts. */
export const ScheduleQuery = z.object({
  year: digits(/^\d{4}$/, 'Felaktigt årtal'),
  month: digits(/^(0?[1-9]|1[0-2])$/, 'Felaktig månad'),
})
