import { dateIn } from '#platform/contract/wall-clock.ts'
import type { ServerArea } from '#platform/server/area.ts'
import { ecoDrivingGate } from '../calls.ts'
import { ecoImporter } from './import-trips.ts'
import { ecoDriving as tables } from './migrations/2026-12-01-eco-driving.ts'
import { ecoDrivingRoutes } from './routes.ts'
import { tidyAll } from './store.ts'

export { ecoImporter } from './import-trips.ts'
export { addMonths, lastDayOfCompany } from './store.ts'

export const ecoDriving: ServerArea = {
  name: 'eco-driving',
  feature: ecoDrivingGate.feature,
  migrations: { '2026-12-01-eco-driving': tables },
  routes: ecoDrivingRoutes,
  importers: [ecoImporter],
  nightly: ({ db, clock, variants }) => tidyAll(db, (company) => dateIn(variants.timeZoneOf(company), clock())),
}
