import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { YearMonthQuery } from '#platform/contract/dates.ts'
import { dateIn, daysOf, isYearInRange, weekdayOf } from '#platform/contract/wall-clock.ts'
import type { Platform, Ports } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { refused } from '#platform/server/http/errors.ts'
import { getSchedule } from '../calls.ts'
import { ScheduleRow } from '../contract.ts'

export function scheduleRoutes(app: FastifyInstance, { clock, variants }: Platform, { duties }: Ports): void {
  answer(app, getSchedule, { query: YearMonthQuery, answer: z.array(ScheduleRow) }, async ({ employee, query }) => {
    if (!isYearInRange(query.year, dateIn(variants.timeZoneOf(employee.company), clock()))) {
      throw refused({ year: ['Felaktigt årtal'] })
    }
    const { from, before } = daysOf(query)
    const rows = await duties.dutiesBetween(employee.id, from, before)
    return rows.map((duty) => ({
      starttid: duty.startsAt,
      sluttid: duty.endsAt,
      starttidDayName: weekdayOf(duty.startsAt.slice(0, 10)),
      beskrivning: duty.description,
    }))
  })
}
