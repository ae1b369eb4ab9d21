import { reportPictures, storedPictures } from '#core/pictures/server/report-pictures.ts'
import type { ServerArea } from '#platform/server/area.ts'
import { demoDeviations } from './demo/demo.ts'
import { deviations as incidents } from './migrations/2026-11-24-deviations.ts'
import { incidentIds } from './migrations/2026-12-04-deviations-ids.ts'
import { incidentNumbers } from './migrations/2026-12-06-deviations-numbers.ts'
import { incidentPictures } from './picture-store.ts'
import { deviationRoutes } from './routes.ts'
import { deviationSearch } from './search.ts'

export { damageReports } from './damage-reports.ts'

export const deviations: ServerArea = {
  name: 'deviations',
  migrations: {
    '2026-11-24-deviations': incidents,
    '2026-12-04-deviations-ids': incidentIds,
    '2026-12-06-deviations-numbers': incidentNumbers,
  },
  routes: deviationRoutes,
  search: deviationSearch,
  hourly: (platform) => reportPictures(incidentPictures, platform).removeUnclaimed(),
  fileFolder: 'deviations',
  storedFiles: (db) => storedPictures(db, incidentPictures),
  demo: demoDeviations,
}
