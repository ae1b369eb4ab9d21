import * as z from 'zod/mini'
import { clockTime, dayQuery, existingTime, inReach, localDateTime } from '#platform/contract/dates.ts'
import { Line } from '#platform/contract/lines.ts'
import { text } from '#platform/contract/text.ts'
import { DAYS_AHEAD } from './rules.ts'

const id = z.int().check(z.positive())

/** How far the wall clock is ahead of UTC at a time, '+01:00': it distinguishes the two instants of a time that occurs twice. */
const offset = z.string()

/** The run under way, otherwise the next one. Besides the specified fields it has those that the card shows. */
export const CurrentAssignment = z.object({
  passStartSchemapostId: id,
  beskrivning: z.string(),
  bekraftad: z.boolean(),
  canBekrafta: z.boolean(),
  datum: z.iso.date(),
  tjanst: z.string(),
  starttid: localDateTime,
  sluttid: localDateTime,
  startForskjutning: offset,
  slutForskjutning: offset,
  startplats: z.string(),
  slutplats: z.string(),
  fordonStr: z.string(),
  /** The lines that the duty drives, each once, in order. */
  linjer: z.array(Line),
  /** Its breaks, in order; short pauses and the free hours of a split duty are not among them. */
  raster: z.array(z.object({ starttid: localDateTime, sluttid: localDateTime })),
  /** When it was confirmed, by the company's clock. */
  bekraftadTid: z.nullable(localDateTime),
})
export type CurrentAssignment = z.infer<typeof CurrentAssignment>

/** What an event is: a trip with passengers, a trip without, a break, or anything else, such as reporting for duty. */
export const Kind = z.enum(['tur', 'tomkorning', 'rast', 'annat'])
export type Kind = z.infer<typeof Kind>

/** One run event. `turStarttid` is the trip's first departure; `ejFramAterkorning` is false for positioning. */
export const Assignment = z.object({
  id,
  starttid: localDateTime,
  sluttid: localDateTime,
  startForskjutning: offset,
  slutForskjutning: offset,
  turStarttid: z.nullable(localDateTime),
  beskrivning: z.string(),
  tjanst: z.string(),
  fordonStr: z.string(),
  startplats: z.string(),
  slutplats: z.string(),
  anmarkning: z.string(),
  ejFramAterkorning: z.boolean(),
  /** Null without passengers. */
  linje: z.nullable(Line),
  slag: Kind,
  /** Whether the stops of its trip can be opened. */
  harTur: z.boolean(),
  aterrapporterad: z.nullable(z.object({ starttid: localDateTime, sluttid: localDateTime, notering: z.string() })),
})
export type Assignment = z.infer<typeof Assignment>

export const DayGroup = z.object({ datum: z.iso.date(), uppdrag: z.array(Assignment) })
export type DayGroup = z.infer<typeof DayGroup>
export const DayGroups = z.array(DayGroup)

/** The number of another duty that has the bus before or after, and when it leaves or takes the bus. */
const Handover = z.nullable(z.object({ tjanst: z.string(), tid: localDateTime }))

const Place = z.object({ namn: z.string(), lat: z.nullable(z.number()), lon: z.nullable(z.number()) })
export type Place = z.infer<typeof Place>

/** An event's trip in full: its stops, where the driver takes and leaves the bus, and who has it before and after. */
export const Trip = z.object({
  uppdragId: id,
  datum: z.iso.date(),
  /** Empty if the feed has none. A stop without times is passed on the way. */
  hallplatser: z.array(
    z.object({
      namn: z.string(),
      ankomst: z.nullable(localDateTime),
      avgang: z.nullable(localDateTime),
      /** The offset at the departure, or at the arrival if there is no departure. */
      forskjutning: offset,
    }),
  ),
  start: Place,
  slut: Place,
  fore: Handover,
  efter: Handover,
})
export type Trip = z.infer<typeof Trip>

const badAssignment = 'Ogiltigt uppdrag'
export const TripQuery = z.object({
  uppdragId: z.pipe(z.string(badAssignment).check(z.regex(/^[1-9]\d{0,14}$/, badAssignment)), z.transform(Number)),
})

const badDays = 'Ogiltigt antal dagar'

export const AssignmentsQuery = z.object({
  date: dayQuery,
  dagar: z.optional(
    z
      .pipe(z.string(badDays).check(z.regex(/^\d{1,2}$/, badDays)), z.transform(Number))
      .check(z.refine((days) => days >= 1 && days <= DAYS_AHEAD + 1, badDays)),
  ),
})

export const Accept = z.strictObject({
  schemaPostId: z.int(badAssignment).check(z.positive(badAssignment)),
  /** The state before the click: true withdraws a confirmation. */
  undo: z.boolean('Måste vara sant eller falskt'),
})
export type Accept = z.infer<typeof Accept>

export const Accepted = z.object({ status: z.literal('OK'), bekraftad: z.boolean() })
export type Accepted = z.infer<typeof Accepted>

const note = text({ max: 1000, label: 'Noteringen' })

const reportedTime = inReach(existingTime)

export const ReportBack = z.strictObject({
  uppdragId: z.int(badAssignment).check(z.positive(badAssignment)),
  starttid: reportedTime,
  sluttid: reportedTime,
  notering: note,
})
export type ReportBack = z.infer<typeof ReportBack>

/** The form's fields: clock times `HH:mm` of the event's day. */
export const ReportBackFields = z.object({ start: clockTime, slut: clockTime, notering: note })
export type ReportBackFields = z.infer<typeof ReportBackFields>

export const Reported = z.object({ status: z.literal('OK') })
export type Reported = z.infer<typeof Reported>

/** Null if the variant has no scheduling system. */
export const LinkToken = z.object({ token: z.nullable(z.string()), bplBaseUrl: z.nullable(z.string()) })
export type LinkToken = z.infer<typeof LinkToken>
