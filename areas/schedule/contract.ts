import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'
import { Line } from '#platform/contract/lines.ts'

export const ScheduleRow = z.object({
  /** The service date: the day that the duty belongs to, even if it begins or ends on another. */
  datum: z.iso.date(),
  starttid: localDateTime,
  sluttid: localDateTime,
  /** 'lördag'. */
  starttidDayName: z.string(),
  beskrivning: z.string(),
  /** The duty's id, as in the current assignment. */
  passId: z.int().check(z.positive()),
  tjanst: z.string(),
  /** The lines that the duty drives, each once, in order. */
  linjer: z.array(Line),
  startplats: z.string(),
  slutplats: z.string(),
  /** How far the wall clock is ahead of UTC, '+01:00'. */
  startForskjutning: z.string(),
  slutForskjutning: z.string(),
})
export type ScheduleRow = z.infer<typeof ScheduleRow>
export const Schedule = z.array(ScheduleRow)
