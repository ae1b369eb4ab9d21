import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'

/** A duty that begins soon, or has just begun, and that nobody has confirmed. */
export const UnconfirmedDuty = z.object({
  id: z.int(),
  namn: z.string(),
  /** The number to call; null if none is known. */
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
  rapporterad: localDateTime,
})
export type ReportedEvent = z.infer<typeof ReportedEvent>
export const ReportedEvents = z.array(ReportedEvent)

/** The counts for the office's menu. `more`: there are more than `count`. */
export const WaitingDuties = z.array(
  z.object({ view: z.string(), label: z.string(), count: z.int(), more: z.boolean() }),
)
export type WaitingDuties = z.infer<typeof WaitingDuties>
