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

/** What the duties of a month do not show: which days are holidays, and which days are published. */
export const ScheduleDays = z.object({
  /** A day in it without a duty is a day off. Null if no duty of the employee has been published. */
  publicerat: z.nullable(z.object({ fran: z.iso.date(), till: z.iso.date() })),
  helgdagar: z.array(z.object({ datum: z.iso.date(), namn: z.string() })),
})
export type ScheduleDays = z.infer<typeof ScheduleDays>

/** What a subscribed calendar shows of a duty: its times only, or its lines and its depot too. */
export const CalendarContent = z.enum(['tider', 'linje'], 'Välj vad kalendern ska visa')
export type CalendarContent = z.infer<typeof CalendarContent>

const subscription = {
  visar: CalendarContent,
  skapad: localDateTime,
  senastHamtad: z.nullable(localDateTime),
}
/** Null if the employee shares no calendar. */
export const Subscription = z.nullable(z.object(subscription))
export type Subscription = z.infer<typeof Subscription>

export const Subscribe = z.strictObject({
  visar: CalendarContent,
  /** Replaces the address; the earlier one stops working. The first subscription gets one in any case. */
  nyAdress: z.boolean('Måste vara sant eller falskt'),
})
export type Subscribe = z.infer<typeof Subscribe>

export const Subscribed = z.object({
  ...subscription,
  /** A new address, which is not stored and therefore returned only this once; null if the earlier one still applies. */
  adress: z.nullable(z.string()),
})
export type Subscribed = z.infer<typeof Subscribed>

export const Unsubscribed = z.object({ status: z.literal('OK') })
export type Unsubscribed = z.infer<typeof Unsubscribed>
