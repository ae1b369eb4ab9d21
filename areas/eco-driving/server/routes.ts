import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { addDays, dateIn, dateOf } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { getEcoOverview, getEcoTrips } from '../calls.ts'
import { EcoOverview, EcoTrip, EcoTripsQuery, type EcoMonth } from '../contract.ts'
import { detailFrom, indexOf, monthBefore, monthsBetween } from '../rules.ts'
import { HINT_DAYS, hintFrom } from './hint.ts'
import { periodsOf } from './periods.ts'
import { lastDay, monthsOf, tripsBetween, usedBetween, type DrivenTrip, type ShownTrip, type UsedIn } from './store.ts'

export function ecoDrivingRoutes(app: FastifyInstance, { db, clock, variants }: Platform): void {
  answer(app, getEcoOverview, { answer: EcoOverview }, async ({ employee: { id, company } }) => {
    const today = dateIn(variants.timeZoneOf(company), clock())
    const latestDate = await lastDay(db, id, today)
    const day = latestDate ?? today
    const { week, month, ...labels } = periodsOf(day, today)
    const [ofDay, ofWeek, months, recent] = await Promise.all([
      usedBetween(db, id, { from: day, to: day }),
      usedBetween(db, id, { from: week.from, to: day }),
      monthsOf(db, id, today),
      tripsBetween(db, id, { from: addDays(today, 1 - HINT_DAYS), to: today }),
    ])
    const indexIn = (wanted: string) => {
      const found = months.find((candidate) => candidate.month === wanted)
      return found ? indexOf(found) : null
    }
    return {
      ecoIndexDay: indexOf(ofDay),
      ecoIndexWeek: indexOf(ofWeek),
      ecoIndexMonth: indexIn(month),
      ecoIndexPrevMonth: indexIn(monthBefore(month, 1)),
      ...labels,
      latestDate,
      months: withGaps(months, today),
      hint: hintFrom(recent.map((trip) => ({ ...trip, ...usedOn(trip) }))),
    }
  })

  answer(
    app,
    getEcoTrips,
    { query: EcoTripsQuery, answer: z.array(EcoTrip) },
    async ({ employee: { id, company }, query }) => {
      const timeZone = variants.timeZoneOf(company)
      const date = dateOf(query.date, timeZone)
      // Trips that are too old are not shown, even in the hour before they are deleted.
      if (date < detailFrom(dateIn(timeZone, clock()))) return []
      return (await tripsBetween(db, id, { from: date, to: date })).map(tripOnWire)
    },
  )
}

const usedOn = ({ km, litres, reference }: DrivenTrip) => ({
  litres,
  expected: reference === null ? null : km * reference,
})

function withGaps(months: readonly UsedIn[], today: string): EcoMonth[] {
  const known = new Map(months.map((month) => [month.month, month]))
  const [first] = months
  if (!first) return []
  return monthsBetween(first.month, today.slice(0, 7)).map((month) => {
    const found = known.get(month)
    return { month, index: found ? indexOf(found) : null, km: found?.km ?? 0 }
  })
}

function tripOnWire(driven: ShownTrip): EcoTrip {
  return {
    turbeskrivning: driven.trip,
    fordonRegistreringsnummer: driven.vehicle,
    fordonStr: driven.vehicleName ?? '',
    ecoIndex: indexOf(usedOn(driven)),
    distance: driven.km,
    outsideTemp: driven.temperature,
    avgFuelUsed: driven.litres === null ? null : (driven.litres / driven.km) * 10,
  }
}
