import { forgetReporter } from '#core/cases/server/forget-reporter.ts'
import { hidesAgain } from '#core/cases/server/hidden-again.ts'
import { forgetEnded } from '#core/cases/server/retention.ts'
import { storeMissingWords } from '#core/cases/server/case-words.ts'
import { tendCases } from '#core/cases/server/tend-cases.ts'
import { reportPictures, storedPictures } from '#core/pictures/server/report-pictures.ts'
import type { ServerArea } from '#platform/server/area.ts'
import { spokenNumbersOf } from '#platform/server/db/ids.ts'
import { eachByItself } from '#platform/server/each-by-itself.ts'
import { demoDeviations } from './demo/demo.ts'
import { deviations as incidents } from './migrations/2026-11-24-deviations.ts'
import { incidentIds } from './migrations/2026-12-04-deviations-ids.ts'
import { incidentNumbers } from './migrations/2026-12-06-deviations-numbers.ts'
import { casesOfDeviations } from './migrations/2026-12-31-deviation-cases.ts'
import { deviationWords } from './migrations/2027-01-24-deviation-words.ts'
import { erasedReporters } from './migrations/2027-01-25-erased-reporters.ts'
import { measuresToCheck } from './migrations/2027-01-26-measures-to-check.ts'
import { injuredInDamages } from './migrations/2027-01-27-injured-in-damages.ts'
import { insuredDamage } from './migrations/2027-02-18-insured-damage.ts'
import { incidentPictures } from './picture-store.ts'
import { deviationQueue } from './queue.ts'
import { deviationRoutes } from './routes.ts'
import { deviationSearch } from './search.ts'

export { damageReports } from './damage-reports.ts'

export const deviations: ServerArea = {
  name: 'deviations',
  migrations: {
    '2026-11-24-deviations': incidents,
    '2026-12-04-deviations-ids': incidentIds,
    '2026-12-06-deviations-numbers': incidentNumbers,
    '2026-12-31-deviation-cases': casesOfDeviations,
    '2027-01-24-deviation-words': deviationWords,
    '2027-01-25-erased-reporters': erasedReporters,
    '2027-01-26-measures-to-check': measuresToCheck,
    '2027-01-27-injured-in-damages': injuredInDamages,
    '2027-02-18-insured-damage': insuredDamage,
  },
  routes: deviationRoutes,
  search: deviationSearch,
  hourly: (platform) =>
    eachByItself(
      () => reportPictures(incidentPictures, platform).removeUnclaimed(),
      () => storeMissingWords(platform, deviationQueue),
      () => tendCases(platform, deviationQueue),
    ),
  nightly: (platform) => forgetEnded(platform, deviationQueue),
  fileFolder: 'deviations',
  eraseAgain: hidesAgain(deviationQueue),
  numbers: spokenNumbersOf('incidents'),
  forgetEmployee: (tx, who) => forgetReporter(tx, deviationQueue, who),
  storedFiles: (db) => storedPictures(db, incidentPictures),
  demo: demoDeviations,
}
