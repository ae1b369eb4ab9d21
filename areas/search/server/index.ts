import type { AreaSearch, ServerArea } from '#platform/server/area.ts'
import { searchRoutes } from './routes.ts'

/** One search over what the areas' doors bring. */
export const searchOf = (areas: readonly ServerArea[]): ServerArea => {
  const searches: readonly AreaSearch[] = areas.flatMap(({ search = [] }) => search)
  return { name: 'search', routes: (app, platform) => searchRoutes(app, platform, searches) }
}
