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
