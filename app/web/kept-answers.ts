import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import { keptVehicles } from '#core/vehicles/web/kept.ts'
import { keptAssignments } from '../../areas/assignments/web/kept.ts'
import { keptContacts } from '../../areas/contacts/web/kept.ts'
import { keptCrisis } from '../../areas/crisis/web/kept.ts'
import { keptDeviations } from '../../areas/deviations/web/kept.ts'
import { keptNews } from '../../areas/news/web/kept.ts'
import { keptPolicy } from '../../areas/policy/web/kept.ts'
import { keptSchedule } from '../../areas/schedule/web/kept.ts'
import { keptTimeReport } from '../../areas/time-report/web/kept.ts'
import { keptVehicleFaults } from '../../areas/vehicle-faults/web/kept.ts'

/** The calls whose answers the phone keeps, with their schemas. Loaded when a kept answer is shown. */
export const keptAnswers: KeptAnswers = [
  keptAssignments,
  keptContacts,
  keptCrisis,
  keptDeviations,
  keptNews,
  keptPolicy,
  keptSchedule,
  keptTimeReport,
  keptVehicleFaults,
  keptVehicles,
].flat()
