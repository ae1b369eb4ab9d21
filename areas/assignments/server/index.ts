import type { ServerArea } from '#platform/server/area.ts'
import { todsImporter } from './import-tods.ts'
import { duties } from './migrations/2026-11-21-duties.ts'
import { instants } from './migrations/2026-12-03-instants.ts'
import { lines } from './migrations/2026-12-10-lines.ts'
import { assignmentRoutes } from './routes.ts'

export { sourceInForce } from './feed-store.ts'
export { todsImporter } from './import-tods.ts'
export { dutyCalendar } from './store.ts'

export const assignments: ServerArea = {
  name: 'assignments',
  migrations: { '2026-11-21-duties': duties, '2026-12-03-instants': instants, '2026-12-10-lines': lines },
  routes: assignmentRoutes,
  importers: [todsImporter],
  shortcut: () => ({ name: 'Mina uppdrag', path: 'minauppdrag' }),
}
