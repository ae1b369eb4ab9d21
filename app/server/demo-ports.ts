import type { Database } from '#platform/server/area.ts'
import { sourceInForce, todsImporter } from '../../areas/assignments/server/index.ts'
import { addMonths, ecoImporter, lastDayOfCompany } from '../../areas/eco-driving/server/index.ts'
import { addReports } from '../../areas/time-report/server/index.ts'
import type { DemoPorts } from '../../demo/load.ts'

/** The functions through which the demo fills the areas. */
export const demoPorts = (db: Database): DemoPorts => ({
  tods: todsImporter,
  feedSource: (company, feed) => sourceInForce(db, company, feed),
  addTimeReports: (reports, at) => addReports(db, reports, at),
  eco: ecoImporter,
  lastEcoDay: (company) => lastDayOfCompany(db, company),
  addEcoMonths: (company, months) => addMonths(db, company, months),
})
