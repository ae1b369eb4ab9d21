import type { ServerArea } from '#platform/server/area.ts'
import { profileRoutes } from './routes.ts'

export const profile: ServerArea = { name: 'profile', routes: profileRoutes }

/** The page on which the employee reads who has opened what, and which accounts were linked. */
export const profilePage = 'userinfo'
