import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { reach } from '#core/people/server/roles/reach.ts'
import { Statistics } from '#platform/contract/statistics.ts'
import { getDutyStatistics } from '../office-calls.ts'
import { dutyStatistics } from './statistics.ts'
import { clockAround, instantsOf, type Moment } from '#platform/contract/instants.ts'
import { addDays, dateOf, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Platform, Ports } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import { acceptDuty, getAssignments, getCurrentAssignment, getLinkToken, getTrip, reportBack } from '../calls.ts'
import {
  Accept,
  Accepted,
  AssignmentsQuery,
  CurrentAssignment,
  DayGroups,
  LinkToken,
  Reported,
  ReportBack,
  Trip,
  TripQuery,
  type Assignment,
} from '../contract.ts'
import { mayConfirm, mayReportBack } from '../rules.ts'
import { kindOf } from './event-kind.ts'
import { tripOf } from './trip.ts'
import { monthFinder } from './duty-months.ts'
import { issueLinkToken } from './link-token.ts'
import {
  currentDuty,
  eventsOfDay,
  findEvent,
  findTrip,
  isReported,
  placesNamed,
  saveReport,
  setConfirmed,
  type EventOfDay,
} from './store.ts'
import * as z from 'zod/mini'

export function assignmentRoutes(
  app: FastifyInstance,
  { db, clock, variants, reads = db }: Platform,
  { hoursIn }: Pick<Ports, 'hoursIn'>,
): void {
  const zoneOf = (company: string) => variants.timeZoneOf(company)

  answer(app, getDutyStatistics, { answer: Statistics }, ({ employee }) =>
    dutyStatistics(reads, reach(employee, 'statistics.duties'), clock(), variants.timeZoneOf(employee.company)),
  )

  answer(app, getCurrentAssignment, { answer: z.nullable(CurrentAssignment) }, async ({ employee }) => {
    const now = clock()
    const zone = zoneOf(employee.company)
    const duty = await currentDuty(db, employee.id, now, zone)
    if (!duty) return null
    const read = clockAround(zone, duty.service_date)
    return {
      passStartSchemapostId: duty.id,
      beskrivning: duty.description,
      bekraftad: duty.confirmed_at !== null,
      canBekrafta: mayConfirm({ endsAt: duty.ends_instant }, now),
      datum: duty.service_date,
      tjanst: duty.run,
      starttid: duty.starts_at,
      sluttid: duty.ends_at,
      startForskjutning: read(duty.starts_at, duty.starts_instant).offset,
      slutForskjutning: read(duty.ends_at, duty.ends_instant).offset,
      startplats: duty.start_place,
      slutplats: duty.end_place,
      fordonStr: duty.vehicle,
      linjer: [...(duty.lines ?? [])],
      raster: duty.breaks ?? [],
      bekraftadTid: duty.confirmed_at && wallClockIn(zone, duty.confirmed_at),
    }
  })

  const monthOf = monthFinder(db)
  answer(app, getAssignments, { query: AssignmentsQuery, answer: DayGroups }, ({ employee, query }) => {
    const zone = zoneOf(employee.company)
    const date = dateOf(query.date, zone)
    const dayOf = async (datum: string) => {
      const month = monthOf(datum)
      const events = await eventsOfDay(db, employee.id, datum, month instanceof Promise ? await month : month)
      return events.length === 0 ? [] : [{ datum, uppdrag: inOrder(events, zone, datum) }]
    }
    const { dagar = 1 } = query
    if (dagar === 1) return dayOf(date)
    const days = Array.from({ length: dagar }, (_, ahead) => dayOf(addDays(date, ahead)))
    return Promise.all(days).then((each) => each.flat())
  })

  answer(app, getTrip, { query: TripQuery, answer: Trip }, async ({ employee, query }) => {
    const event = await findTrip(db, employee.id, query.uppdragId, clock())
    if (!event) throw notFound()
    const places = await placesNamed(db, event.feed_id, [event.start_place, event.end_place])
    return tripOf(event, places, zoneOf(employee.company))
  })

  answer(app, acceptDuty, { body: Accept, answer: Accepted }, (asked) => {
    const { employee, body } = asked
    const now = clock()
    return once(db, asked, now, async (tx) => {
      const duty = await setConfirmed(tx, employee.id, body, now)
      if (!duty) throw notFound()
      // Throwing rolls back what has been written.
      if (!mayConfirm({ endsAt: duty.ends_instant }, now)) {
        throw refused({ schemaPostId: ['Tjänsten är avslutad och kan inte längre bekräftas.'] })
      }
      return { status: 'OK' as const, bekraftad: !body.undo }
    })
  })

  answer(app, reportBack, { body: ReportBack, answer: Reported }, (asked) => {
    const { employee, body } = asked
    const now = clock()
    return once(db, asked, now, async (tx) => {
      const event = await findEvent(tx, employee.id, body.uppdragId, now)
      if (!event) throw notFound()
      const zone = zoneOf(employee.company)
      const read = clockAround(zone, event.service_date)
      if (!mayReportBack({ startsAt: read(event.starts_at, event.starts_instant).instant }, now)) {
        throw refused({ uppdragId: ['Uppdraget har inte börjat än.'] })
      }
      // When the clocks go back, 02:30 to 02:05 may be 35 minutes.
      const [earliestStart] = instantsOf(zone, body.starttid)
      const latestEnd = instantsOf(zone, body.sluttid).at(-1)
      if (!latestEnd || latestEnd < earliestStart) {
        throw refused({ sluttid: ['Sluttiden kan inte vara före starttiden.'] })
      }
      // Sending the stored times again changes no hours.
      if (!isReported(event, body)) {
        const month = event.service_date.slice(0, 7)
        const plannedEnd = read(event.ends_at, event.ends_instant).instant
        const what = { employeeId: employee.id, company: employee.company, month, plannedEnd }
        const closed = await hoursIn(tx).changing(what, { at: now, timeZone: zone })
        if (closed !== null) throw refused({ uppdragId: [closed] })
      }
      await saveReport(tx, event.service_date, { ...body, notering: body.notering.trim() }, now)
      return { status: 'OK' as const }
    })
  })

  answer(app, getLinkToken, { answer: LinkToken }, ({ employee, variant }) =>
    issueLinkToken(db, employee, variant, clock()),
  )
}

/** Sorted by instant, since on the night when the clocks go back, the wall clock goes through an hour twice. */
function inOrder(events: readonly EventOfDay[], zone: string, date: string): Assignment[] {
  const read = clockOf(zone, date)
  const begun = events.map((event) => ({ event, start: read(event.starts_at, event.starts_instant) }))
  // Otherwise the store's order, by wall clock, is the same.
  if (begun.some(({ start }) => start.offset !== begun[0]?.start.offset))
    begun.sort((a, b) => a.start.instant.getTime() - b.start.instant.getTime() || a.event.sequence - b.event.sequence)
  return begun.map(({ event, start }) => assignmentOf(event, start, read(event.ends_at, event.ends_instant)))
}

// The offsets of a day never change, and looking them up costs as much as the rest of a row or two.
const clocks = new LRUCache<string, ReturnType<typeof clockAround>>({ max: 1000 })

function clockOf(zone: string, date: string): ReturnType<typeof clockAround> {
  const key = `${zone} ${date}`
  const known = clocks.get(key)
  if (known) return known
  const read = clockAround(zone, date)
  clocks.set(key, read)
  return read
}

function assignmentOf(event: EventOfDay, start: Moment, end: Moment): Assignment {
  return {
    id: event.id,
    starttid: event.starts_at,
    sluttid: event.ends_at,
    startForskjutning: start.offset,
    slutForskjutning: end.offset,
    turStarttid: event.trip_starts_at,
    beskrivning: event.description,
    tjanst: event.run,
    fordonStr: event.vehicle,
    startplats: event.start_place,
    slutplats: event.end_place,
    anmarkning: event.reported_note ?? '',
    ejFramAterkorning: !event.positioning,
    linje: event.line,
    slag: kindOf(event),
    harTur: event.pattern_id !== null,
    aterrapporterad:
      event.reported_starts_at && event.reported_ends_at
        ? { starttid: event.reported_starts_at, sluttid: event.reported_ends_at, notering: event.reported_note ?? '' }
        : null,
  }
}
