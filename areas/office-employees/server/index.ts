import type { ServerArea } from '#platform/server/area.ts'
import { employeeRoutes } from './routes.ts'

export const officeEmployees: ServerArea = { name: 'office-employees', routes: employeeRoutes }
