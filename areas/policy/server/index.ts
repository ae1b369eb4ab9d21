import type { WithShelf } from '#core/documents/server/shelves/shelf.ts'
import type { ServerArea } from '#platform/server/area.ts'
import { demoPolicies } from './demo/demo.ts'
import { policyRoutes } from './routes.ts'
import { policySearch } from './search.ts'
import { policyShelf } from './shelf.ts'

export const policy: ServerArea & WithShelf = {
  name: 'policy',
  routes: policyRoutes,
  shelf: policyShelf,
  search: policySearch,
  demo: demoPolicies,
}
