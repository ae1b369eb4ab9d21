import type { WithShelf } from '#core/documents/server/shelves/shelf.ts'
import type { ServerArea } from '#platform/server/area.ts'
import { fillDemo } from './demo/demo.ts'
import { crisisRoutes } from './routes.ts'
import { crisisSearch } from './search.ts'
import { crisisShelf } from './shelf.ts'

export const crisis: ServerArea & WithShelf = {
  name: 'crisis',
  routes: crisisRoutes,
  shelf: crisisShelf,
  search: crisisSearch,
  demo: fillDemo,
  shortcut: ({ crisis: { guides } }) =>
    Object.keys(guides).length === 0 ? null : { name: 'Vid kris', path: 'krishantering' },
}
