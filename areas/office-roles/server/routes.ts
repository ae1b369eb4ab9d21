import type { FastifyInstance } from 'fastify'
import { approvalRoutes } from './approval-routes.ts'
import { deputyRoutes } from './deputy-routes.ts'
import { giveRoutes } from './give-routes.ts'
import { countRoutes } from './count-routes.ts'
import { emergencyRoutes } from './emergency-routes.ts'
import { ruleApprovalRoutes } from './rule-approvals.ts'
import { ruleRoutes } from './rule-routes.ts'
import type { Platform } from '#platform/server/area.ts'

export function officeRoleRoutes(app: FastifyInstance, platform: Platform): void {
  deputyRoutes(app, platform)
  giveRoutes(app, platform)
  approvalRoutes(app, platform)
  ruleRoutes(app, platform)
  ruleApprovalRoutes(app, platform)
  emergencyRoutes(app, platform)
  countRoutes(app, platform)
}
