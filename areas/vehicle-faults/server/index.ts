import { forgetEnded } from '#core/cases/server/retention.ts'
import { forgetReporter } from '#core/cases/server/forget-reporter.ts'
import { hidesAgain } from '#core/cases/server/hidden-again.ts'
import { storeMissingWords } from '#core/cases/server/case-words.ts'
import { tendCases } from '#core/cases/server/tend-cases.ts'
import { reportPictures, storedPictures } from '#core/pictures/server/report-pictures.ts'
import type { ServerArea } from '#platform/server/area.ts'
import { eachByItself } from '#platform/server/each-by-itself.ts'
import { faultsGate } from '../gate.ts'
import { fillDemo } from './demo/demo.ts'
import { faults } from './migrations/2026-11-24-faults.ts'
import { faultIds } from './migrations/2026-12-04-vehicle-faults-ids.ts'
import { faultPictures as addPictures } from './migrations/2026-12-10-vehicle-faults-pictures.ts'
import { casesOfFaults } from './migrations/2026-12-27-fault-cases.ts'
import { recurringFaults } from './migrations/2027-01-19-recurring-faults.ts'
import { workshopMessages } from './migrations/2027-01-20-workshop-messages.ts'
import { faultPictures } from './picture-store.ts'
import { faultQueue } from './queue.ts'
import { vehicleFaultRoutes } from './routes.ts'
import { faultSearch } from './search.ts'
import { numbersOfFaults } from './store.ts'
import { workshopMeasures, workshopOfficeRoutes, workshopTroubles } from './webhook/office.ts'
import { forgetOldMessages } from './webhook/outbox.ts'
import { receiveRoutes } from './webhook/receive.ts'
import { sendMessages } from './webhook/send.ts'
import { checkWorkshopSystems, workshopSettings } from './webhook/settings.ts'
import { workshopQueue } from './webhook/workshop-queue.ts'

export const vehicleFaults: ServerArea = {
  name: 'vehicle-faults',
  feature: faultsGate.feature,
  migrations: {
    '2026-11-24-faults': faults,
    '2026-12-04-vehicle-faults-ids': faultIds,
    '2026-12-10-vehicle-faults-pictures': addPictures,
    '2026-12-27-fault-cases': casesOfFaults,
    '2027-01-19-recurring-faults': recurringFaults,
    '2027-01-20-workshop-messages': workshopMessages,
  },
  settings: workshopSettings,
  checkSettings: checkWorkshopSystems,
  routes(app, platform) {
    vehicleFaultRoutes(app, platform, workshopQueue(platform, 'portal'))
    receiveRoutes(app, platform, workshopQueue(platform, 'webhook'))
    workshopOfficeRoutes(app, platform)
  },
  search: faultSearch,
  everyMinute: (platform) => sendMessages(platform),
  hourly: (platform) =>
    eachByItself(
      () => reportPictures(faultPictures, platform).removeUnclaimed(),
      () => storeMissingWords(platform, faultQueue),
      () => tendCases(platform, faultQueue),
    ),
  nightly: (platform) =>
    eachByItself(
      () => forgetEnded(platform, faultQueue),
      () => forgetOldMessages(platform.db, platform.clock()),
    ),
  troubles: workshopTroubles,
  measures: workshopMeasures,
  fileFolder: 'vehicle-faults',
  numbers: numbersOfFaults,
  eraseAgain: hidesAgain(faultQueue),
  forgetEmployee: (tx, who) => forgetReporter(tx, faultQueue, who),
  storedFiles: (db) => storedPictures(db, faultPictures),
  demo: fillDemo,
  shortcut: ({ switchedOff }) =>
    switchedOff.includes(faultsGate.feature) ? null : { name: 'Rapportera fel', path: 'fordonskontroll' },
}
