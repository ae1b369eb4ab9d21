import type { ServerArea } from '#platform/server/area.ts'
import { profileRoutes } from './routes.ts'

export const profile: ServerArea = { name: 'profile', routes: profileRoutes }
