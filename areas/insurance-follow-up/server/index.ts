import type { ServerArea } from '#platform/server/area.ts'
import { followUpRoutes } from './routes.ts'

export const insuranceFollowUp: ServerArea = { name: 'insurance-follow-up', routes: followUpRoutes }
