import type { WebArea } from '#platform/web/shell/area.ts'
import { appReset } from '../../areas/app-reset/web/index.ts'
import { assignments } from '../../areas/assignments/web/index.ts'
import { contacts } from '../../areas/contacts/web/index.ts'
import { crisis } from '../../areas/crisis/web/index.ts'
import { deviations } from '../../areas/deviations/web/index.ts'
import { diagnostics } from '../../areas/diagnostics/web/index.ts'
import { ecoDriving } from '../../areas/eco-driving/web/index.ts'
import { install } from '../../areas/install/web/index.ts'
import { insuranceFollowUp } from '../../areas/insurance-follow-up/web/index.ts'
import { links } from '../../areas/links/web/index.ts'
import { news } from '../../areas/news/web/index.ts'
import { policy } from '../../areas/policy/web/index.ts'
import { payslips } from '../../areas/payslips/web/index.ts'
import { profile } from '../../areas/profile/web/index.ts'
import { schedule } from '../../areas/schedule/web/index.ts'
import { search } from '../../areas/search/web/index.ts'
import { signIn } from '../../areas/sign-in/web/index.ts'
import { suggestions } from '../../areas/suggestions/web/index.ts'
import { survey } from '../../areas/survey/web/index.ts'
import { timeReport } from '../../areas/time-report/web/index.ts'
import { training } from '../../areas/training/web/index.ts'
import { vehicleFaults } from '../../areas/vehicle-faults/web/index.ts'

/** Every area, in the order of the menu. A new area is a line here and one in app/server/areas.ts. */
export const areas: readonly WebArea[] = [
  assignments,
  schedule,
  ecoDriving,
  vehicleFaults,
  deviations,
  news,
  crisis,
  contacts,
  suggestions,
  survey,
  insuranceFollowUp,
  training,
  payslips,
  policy,
  appReset,
  timeReport,
  profile,
  signIn,
  links,
  diagnostics,
  install,
  search,
]
