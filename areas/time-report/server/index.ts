import type { ServerArea } from '#platform/server/area.ts'
import { timeReports } from './migrations/2026-11-21-time-reports.ts'
import { reportIds } from './migrations/2026-12-04-time-report-ids.ts'
import { timeReportRoutes } from './routes.ts'

export { addReports } from './store.ts'

export const timeReport: ServerArea = {
  name: 'time-report',
  migrations: { '2026-11-21-time-reports': timeReports, '2026-12-04-time-report-ids': reportIds },
  routes: timeReportRoutes,
}
