import type { ServerArea } from '#platform/server/area.ts'
import { demoSuggestions } from './demo/demo.ts'
import { suggestionTables } from './migrations/2026-11-25-suggestions.ts'
import { suggestionIds } from './migrations/2026-12-04-suggestions-ids.ts'
import { suggestionRoutes } from './routes.ts'
import { addToEmptyCompanies } from './store.ts'

export const suggestions: ServerArea = {
  name: 'suggestions',
  migrations: { '2026-11-25-suggestions': suggestionTables, '2026-12-04-suggestions-ids': suggestionIds },
  routes: suggestionRoutes,
  demo: ({ db }, today) => addToEmptyCompanies(db, demoSuggestions(today)),
}
