import type { FastifyInstance } from 'fastify'
import { claimValues } from '#platform/contract/claims.ts'
import { YearMonthQuery } from '#platform/contract/dates.ts'
import { daysOf } from '#platform/contract/wall-clock.ts'
import type { Platform, Ports } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { getFollowUp } from '../calls.ts'
import { FollowUp } from '../contract.ts'
import { sumOf } from '../rules.ts'

export function followUpRoutes(app: FastifyInstance, _platform: Platform, { damageReports }: Ports): void {
  answer(app, getFollowUp, { query: YearMonthQuery, answer: FollowUp }, async ({ employee, query }) => {
    const period = daysOf(query)
    const [area] = claimValues(employee.claims, 'IntraCompanyArea')
    const [reports, totalDepa] = await Promise.all([
      damageReports.reportsOf(employee.id, period),
      // An employee whose area is unknown has no area to follow up.
      area === undefined ? 0 : damageReports.costOfArea(employee.company, area, period),
    ])
    return {
      resultList: reports.map(({ rubrik, skapadDatum, ...fordonsskada }) => ({ rubrik, skapadDatum, fordonsskada })),
      totalPersonal: sumOf(reports.map(({ reparationskostnad }) => reparationskostnad)),
      totalDepa,
    }
  })
}
