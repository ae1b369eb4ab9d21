import { reportPictures, storedPictures } from '#core/pictures/server/report-pictures.ts'
import type { ServerArea } from '#platform/server/area.ts'
import { faultsGate } from '../calls.ts'
import { fillDemo } from './demo/demo.ts'
import { faults } from './migrations/2026-11-24-faults.ts'
import { faultIds } from './migrations/2026-12-04-vehicle-faults-ids.ts'
import { faultPictures as addPictures } from './migrations/2026-12-10-vehicle-faults-pictures.ts'
import { faultPictures } from './picture-store.ts'
import { vehicleFaultRoutes } from './routes.ts'
import { faultSearch } from './search.ts'

export const vehicleFaults: ServerArea = {
  name: 'vehicle-faults',
  feature: faultsGate.feature,
  migrations: {
    '2026-11-24-faults': faults,
    '2026-12-04-vehicle-faults-ids': faultIds,
    '2026-12-10-vehicle-faults-pictures': addPictures,
  },
  routes: vehicleFaultRoutes,
  search: faultSearch,
  hourly: (platform) => reportPictures(faultPictures, platform).removeUnclaimed(),
  fileFolder: 'vehicle-faults',
  storedFiles: (db) => storedPictures(db, faultPictures),
  demo: fillDemo,
  shortcut: ({ switchedOff }) =>
    switchedOff.includes(faultsGate.feature) ? null : { name: 'Rapportera fel', path: 'fordonskontroll' },
}
