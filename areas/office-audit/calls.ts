import { may } from '#core/people/roles.ts'
import { get } from '#platform/contract/call.ts'
import type { AuditPage, AuditQuery } from './contract.ts'

export const getAudit = get<AuditPage, AuditQuery>('/api/kontor/logg', may('audit.read'))
