import type { ServerArea } from '#platform/server/area.ts'
import { crisisRoutes } from './routes.ts'

export const crisis: ServerArea = { name: 'crisis', routes: crisisRoutes }
