import type { ServerArea } from '#platform/server/area.ts'
import { rightsImporter } from './import/import-rights.ts'
import { officeRoleRoutes } from './routes.ts'

export const officeRoles: ServerArea = {
  name: 'office-roles',
  routes: officeRoleRoutes,
  importers: [rightsImporter],
}
