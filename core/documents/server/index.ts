import type { ServerArea } from '#platform/server/area.ts'
import { documentMigrations } from './migrations.ts'
import { documentRoutes } from './routes.ts'
import { documentStore } from './store.ts'

/** app lists it among the areas: several of them use file download. */
export const documents: ServerArea = {
  name: 'documents',
  migrations: documentMigrations,
  routes: documentRoutes,
  hourly: (platform) => documentStore(platform).removeForgotten(),
}
