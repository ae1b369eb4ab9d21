import type { ServerArea } from '#platform/server/area.ts'
import { installRoutes } from './routes.ts'

export const install: ServerArea = { name: 'install', routes: installRoutes }
