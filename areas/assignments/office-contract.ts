import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'

/** A duty that begins soon, or has just begun, and that its driver has not confirmed or will not drive, having left the company. */
export const UnconfirmedDuty = z.object({
  id: z.int(),
  namn: z.string(),
  /** Whether the driver has left. Somebody else has to drive the duty, confirmed or not. */
  harSlutat: z.boolean(),
  /** The number to call; null if none is known, or if the driver has left. */
  telefon: z.nullable(z.string()),
  omrade: z.nullable(z.string()),
  tjanst: z.string(),
  starttid: localDateTime,
  /** Minutes until the duty begins; negative once it has begun. */
  minuter: z.int(),
  startplats: z.string(),
  fordonStr: z.string(),
})
export type UnconfirmedDuty = z.infer<typeof UnconfirmedDuty>
export const UnconfirmedDuties = z.array(UnconfirmedDuty)

/** A run event that was reported back with other times than planned, or with a note. */
export const ReportedEvent = z.object({
  id: z.int(),
  namn: z.string(),
  tjanst: z.string(),
  beskrivning: z.string(),
  starttid: localDateTime,
  sluttid: localDateTime,
  rapporteradStart: localDateTime,
  rapporteradSlut: localDateTime,
  notering: z.string(),
})
export type ReportedEvent = z.infer<typeof ReportedEvent>
export const ReportedEvents = z.array(ReportedEvent)

/** The counts for the office's menu. `more`: there are more than `count`. */
export const WaitingDuties = z.array(
  z.object({ view: z.string(), label: z.string(), count: z.int(), more: z.boolean() }),
)
export type WaitingDuties = z.infer<typeof WaitingDuties>
