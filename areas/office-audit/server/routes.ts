import type { FastifyInstance } from 'fastify'
import { thingInWords } from '#core/audit/server/things.ts'
import { reach } from '#core/people/server/roles/reach.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { refused } from '#platform/server/http/errors.ts'
import { getAudit } from '../calls.ts'
import { AuditPage, AuditQuery } from '../contract.ts'
import { auditPage } from './store.ts'

export function auditRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, variants } = platform
  answer(app, getAudit, { query: AuditQuery, answer: AuditPage }, ({ employee, query }) => {
    const { fran, till } = query
    if (fran !== undefined && till !== undefined && till < fran)
      throw refused({ till: ['Sista dagen är före den första.'] })
    return auditPage(db, reach(employee, 'audit.read'), query, {
      timeZone: variants.timeZoneOf(employee.company),
      thingInWords: (kind) => thingInWords(platform, kind),
    })
  })
}
