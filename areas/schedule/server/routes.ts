import type { FastifyInstance } from 'fastify'
import { YearMonthQuery } from '#platform/contract/dates.ts'
import { clockAround } from '#platform/contract/instants.ts'
import { daysOf, weekdayOf } from '#platform/contract/wall-clock.ts'
import type { Platform, Ports } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { getSchedule, getScheduleDays } from '../calls.ts'
import { Schedule, ScheduleDays } from '../contract.ts'
import { holidaysBetween } from '#platform/server/holidays.ts'

export function scheduleRoutes(app: FastifyInstance, { variants }: Platform, { duties }: Ports): void {
  answer(app, getSchedule, { query: YearMonthQuery, answer: Schedule }, async ({ employee, query }) => {
    const { from, before } = daysOf(query)
    const rows = await duties.dutiesBetween(employee.id, from, before)
    const zone = variants.timeZoneOf(employee.company)
    return rows.map((duty) => {
      const read = clockAround(zone, duty.serviceDate)
      return {
        datum: duty.serviceDate,
        starttid: duty.startsAt,
        sluttid: duty.endsAt,
        starttidDayName: weekdayOf(duty.startsAt.slice(0, 10)),
        beskrivning: duty.description,
        passId: duty.id,
        tjanst: duty.run,
        linjer: [...duty.lines],
        startplats: duty.startPlace,
        slutplats: duty.endPlace,
        startForskjutning: read(duty.startsAt, duty.startsInstant).offset,
        slutForskjutning: read(duty.endsAt, duty.endsInstant).offset,
      }
    })
  })

  answer(app, getScheduleDays, { query: YearMonthQuery, answer: ScheduleDays }, async ({ employee, query }) => {
    const { from, before } = daysOf(query)
    const period = await duties.publishedPeriod(employee.id)
    return {
      publicerat: period && { fran: period.from, till: period.until },
      helgdagar: holidaysBetween(from, before).map(({ date, name }) => ({ datum: date, namn: name })),
    }
  })
}
