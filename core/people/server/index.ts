import type { ServerArea } from '#platform/server/area.ts'
import { addDemoDetails } from './demo/details.ts'
import { peopleImporter } from './import/import-people.ts'
import { peopleMigrations } from './migrations.ts'
import { peopleRoutes } from './routes.ts'

export const people: ServerArea = {
  name: 'people',
  migrations: peopleMigrations,
  routes: peopleRoutes,
  importers: [peopleImporter],
  demo: addDemoDetails,
}
