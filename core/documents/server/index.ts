import type { ServerArea } from '#platform/server/area.ts'
import { documentMigrations } from './migrations.ts'
import { documentRoutes } from './routes.ts'
import { documentStore } from './store.ts'

/** What app lists among the areas: file download belongs to several of them. */
export const documents: ServerArea = {
  name: 'documents',
  migrations: documentMigrations,
  routes: documentRoutes,
  hourly: (platform) => documentStore(platform).removeForgotten(),
}
