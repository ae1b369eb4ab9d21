import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'

export const ScheduleRow = z.object({
  /** The service date: the day that the duty belongs to, even if it begins or ends on another. */
  datum: z.iso.date(),
  starttid: localDateTime,
  sluttid: localDateTime,
  /** 'lördag'. */
  starttidDayName: z.string(),
  beskrivning: z.string(),
})
export type ScheduleRow = z.infer<typeof ScheduleRow>
export const Schedule = z.array(ScheduleRow)
