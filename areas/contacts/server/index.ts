import type { ServerArea } from '#platform/server/area.ts'
import { contactRoutes } from './routes.ts'

export const contacts: ServerArea = {
  name: 'contacts',
  routes: contactRoutes,
}
