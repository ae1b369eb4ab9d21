import type { ServerArea } from '#platform/server/area.ts'
import { addDemoDetails } from './demo.ts'
import { peopleImporter } from './import-people.ts'
import { personalDetails } from './migrations/2026-11-26-personal-details.ts'
import { profileRoutes } from './routes.ts'

export const profile: ServerArea = {
  name: 'profile',
  migrations: { '2026-11-26-personal-details': personalDetails },
  routes: profileRoutes,
  importers: [peopleImporter],
  demo: addDemoDetails,
}
