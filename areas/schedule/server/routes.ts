import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { dateIn, isYearInRange, weekdayOf } from '#platform/contract/wall-clock.ts'
import type { Platform, Ports } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { refused } from '#platform/server/http/errors.ts'
import { getSchedule } from '../calls.ts'
import { ScheduleQuery, ScheduleRow } from '../contract.ts'

export function scheduleRoutes(app: FastifyInstance, { clock, variants }: Platform, { duties }: Ports): void {
  answer(app, getSchedule, { query: ScheduleQuery, answer: z.array(ScheduleRow) }, async ({ employee, query }) => {
    const { year, month } = query
    if (!isYearInRange(year, dateIn(variants.timeZoneOf(employee.company), clock()))) {
      throw refused({ year: ['Felaktigt årtal'] })
    }
    const rows = await duties.dutiesBetween(employee.id, firstOf(year, month), firstOf(year, month + 1))
    return rows.map((duty) => ({
      starttid: duty.startsAt,
      sluttid: duty.endsAt,
      starttidDayName: weekdayOf(duty.startsAt.slice(0, 10)),
      beskrivning: duty.description,
    }))
  })
}

/** First day of a month; month 13 is January of the next year. */
const firstOf = (year: number, month: number) => new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)
