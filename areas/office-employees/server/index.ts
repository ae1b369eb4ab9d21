import type { AccountsTaken, ServerArea } from '#platform/server/area.ts'
import { employeeRoutes } from './routes.ts'

export const officeEmployeesWith = (accountsTaken: AccountsTaken): ServerArea => ({
  name: 'office-employees',
  routes: (app, platform) => employeeRoutes(app, platform, accountsTaken),
})
