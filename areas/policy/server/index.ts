import type { ServerArea } from '#platform/server/area.ts'
import { demoPolicies } from './demo.ts'
import { policyRoutes } from './routes.ts'

export const policy: ServerArea = { name: 'policy', routes: policyRoutes, demo: demoPolicies }
