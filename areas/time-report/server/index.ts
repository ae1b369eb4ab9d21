import type { WithAnswers } from '#core/cases/server/index.ts'
import { removeCasesOf } from '#core/cases/server/forget-reporter.ts'
import { tendCases } from '#core/cases/server/tend-cases.ts'
import { forgetEnded } from '#core/cases/server/retention.ts'
import type { ServerArea } from '#platform/server/area.ts'
import { spokenNumbersOf } from '#platform/server/db/ids.ts'
import { timeReportCases } from '../cases.ts'
import { fillDemo } from './demo/demo.ts'
import { timeReports } from './migrations/2026-11-21-time-reports.ts'
import { reportIds } from './migrations/2026-12-04-time-report-ids.ts'
import { casesOfTimeReports } from './migrations/2027-01-13-time-report-cases.ts'
import { approvedHours } from './migrations/2027-01-27-approved-hours.ts'
import { hoursThatWereSeen } from './migrations/2027-02-01-hours-that-were-seen.ts'
import { timeReportStates } from './queue.ts'
import { timeReportRoutes } from './routes.ts'

export { reportedHours } from './reported-hours.ts'
export { addReports } from './store.ts'

export const timeReport: ServerArea & WithAnswers = {
  name: 'time-report',
  migrations: {
    '2026-11-21-time-reports': timeReports,
    '2026-12-04-time-report-ids': reportIds,
    '2027-01-13-time-report-cases': casesOfTimeReports,
    '2027-01-27-approved-hours': approvedHours,
    '2027-02-01-hours-that-were-seen': hoursThatWereSeen,
  },
  routes: timeReportRoutes,
  hourly: (platform) => tendCases(platform, timeReportStates),
  nightly: (platform) => forgetEnded(platform, timeReportStates),
  // The reports themselves are deleted with the employee's row.
  numbers: spokenNumbersOf('time_reports'),
  forgetEmployee: (tx, who) => removeCasesOf(tx, timeReportStates, who),
  demo: fillDemo,
  answers: timeReportCases,
}
