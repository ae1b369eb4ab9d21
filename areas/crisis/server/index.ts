import type { ServerArea } from '#platform/server/area.ts'
import { fillDemo } from './demo/demo.ts'
import { crisisRoutes } from './routes.ts'

export const crisis: ServerArea = { name: 'crisis', routes: crisisRoutes, demo: fillDemo }
