import type { ServerArea } from '#platform/server/area.ts'
import { linkRoutes } from './routes.ts'

export const links: ServerArea = { name: 'links', routes: linkRoutes }
