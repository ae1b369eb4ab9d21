import type { ServerArea } from '#platform/server/area.ts'
import { scheduleRoutes } from './routes.ts'

export const schedule: ServerArea = { name: 'schedule', routes: scheduleRoutes }
