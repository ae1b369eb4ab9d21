import type { ServerArea } from '#platform/server/area.ts'
import { auditRoutes } from './routes.ts'

export const officeAudit: ServerArea = { name: 'office-audit', routes: auditRoutes }
