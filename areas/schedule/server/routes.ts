import type { FastifyInstance } from 'fastify'
import { YearMonthQuery } from '#platform/contract/dates.ts'
import { clockAround } from '#platform/contract/instants.ts'
import { daysOf, weekdayOf } from '#platform/contract/wall-clock.ts'
import type { Platform, Ports } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { getSchedule } from '../calls.ts'
import { Schedule } from '../contract.ts'

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
}
