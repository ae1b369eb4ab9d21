import type { FastifyInstance } from 'fastify'
import { addDays, dateOf, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import { acceptDuty, getAssignments, getCurrentAssignment, getLinkToken, reportBack } from '../calls.ts'
import {
  Accept,
  Accepted,
  AssignmentsQuery,
  CurrentAssignment,
  DayGroup,
  LinkToken,
  Reported,
  ReportBack,
  type Assignment,
} from '../contract.ts'
import { mayConfirm, mayReportBack } from '../rules.ts'
import { issueLinkToken } from './link-token.ts'
import { currentDuty, eventsOfDay, findDuty, findEvent, saveReport, setConfirmed, type EventOfDay } from './store.ts'
import * as z from 'zod/mini'

export function assignmentRoutes(app: FastifyInstance, { db, clock, variants }: Platform): void {
  const zoneOf = (company: string) => variants.timeZoneOf(company)

  answer(app, getCurrentAssignment, { answer: z.nullable(CurrentAssignment) }, async ({ employee }) => {
    const now = clock()
    const duty = await currentDuty(db, employee.id, now)
    if (!duty) return null
    return {
      passStartSchemapostId: duty.id,
      beskrivning: duty.description,
      bekraftad: duty.confirmed_at !== null,
      canBekrafta: mayConfirm({ endsAt: duty.ends_instant }, now),
      datum: duty.service_date,
      tjanst: duty.run,
      starttid: duty.starts_at,
      sluttid: duty.ends_at,
      startplats: duty.start_place,
      slutplats: duty.end_place,
      fordonStr: duty.vehicle,
    }
  })

  answer(app, getAssignments, { query: AssignmentsQuery, answer: z.array(DayGroup) }, async ({ employee, query }) => {
    const date = dateOf(query.date, zoneOf(employee.company))
    const dates = Array.from({ length: query.dagar ?? 1 }, (_, ahead) => addDays(date, ahead))
    const days = await Promise.all(dates.map((datum) => eventsOfDay(db, employee.id, datum)))
    return days.flatMap((events, at) =>
      events.length === 0 ? [] : [{ datum: dates[at] ?? date, uppdrag: events.map(assignmentOf) }],
    )
  })

  answer(app, acceptDuty, { body: Accept, answer: Accepted }, (asked) => {
    const { employee, body } = asked
    const now = clock()
    return once(db, asked, now, async (tx) => {
      const duty = await findDuty(tx, employee.id, body.schemaPostId)
      if (!duty) throw notFound()
      if (!mayConfirm({ endsAt: duty.ends_instant }, now)) {
        throw refused({ schemaPostId: ['Tjänsten är avslutad och kan inte längre bekräftas.'] })
      }
      if (!(await setConfirmed(tx, employee.id, duty.id, body.undo ? null : now))) throw notFound()
      return { status: 'OK' as const, bekraftad: !body.undo }
    })
  })

  answer(app, reportBack, { body: ReportBack, answer: Reported }, (asked) => {
    const { employee, body } = asked
    const now = clock()
    return once(db, asked, now, async (tx) => {
      const event = await findEvent(tx, employee.id, body.uppdragId)
      if (!event) throw notFound()
      if (!mayReportBack({ startsAt: event.starts_at }, wallClockIn(zoneOf(employee.company), now))) {
        throw refused({ uppdragId: ['Uppdraget har inte börjat än.'] })
      }
      if (body.sluttid < body.starttid) throw refused({ sluttid: ['Sluttiden kan inte vara före starttiden.'] })
      await saveReport(tx, event.id, { startsAt: body.starttid, endsAt: body.sluttid, note: body.notering.trim() }, now)
      return { status: 'OK' as const }
    })
  })

  answer(app, getLinkToken, { answer: LinkToken }, ({ employee, variant }) =>
    issueLinkToken(db, employee, variant, clock()),
  )
}

function assignmentOf(event: EventOfDay): Assignment {
  return {
    id: event.id,
    starttid: event.starts_at,
    sluttid: event.ends_at,
    turStarttid: event.trip_starts_at,
    beskrivning: event.description,
    tjanst: event.run,
    fordonStr: event.vehicle,
    startplats: event.start_place,
    slutplats: event.end_place,
    anmarkning: event.reported_note ?? '',
    ejFramAterkorning: !event.positioning,
    aterrapporterad:
      event.reported_starts_at && event.reported_ends_at
        ? { starttid: event.reported_starts_at, sluttid: event.reported_ends_at, notering: event.reported_note ?? '' }
        : null,
  }
}
