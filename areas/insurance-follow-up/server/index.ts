import type { ServerArea } from '#platform/server/area.ts'
import { followUpGate } from '../calls.ts'
import { followUpRoutes } from './routes.ts'

export const insuranceFollowUp: ServerArea = {
  name: 'insurance-follow-up',
  feature: followUpGate.feature,
  routes: followUpRoutes,
}
