import type { ServerArea } from '#platform/server/area.ts'
import { confirmDemo } from './demo/demo.ts'
import { importTimes } from './feed-store.ts'
import { finishImports, todsImporter } from './import-tods.ts'
import { duties } from './migrations/2026-11-21-duties.ts'
import { instants } from './migrations/2026-12-03-instants.ts'
import { lines } from './migrations/2026-12-10-lines.ts'
import { trips } from './migrations/2026-12-11-trips.ts'
import { publishedDays } from './migrations/2026-12-12-published-days.ts'
import { pruned } from './migrations/2026-12-23-pruned.ts'
import { feedActivations } from './migrations/2027-02-08-feed-activations.ts'
import { dutiesByEnd } from './migrations/2027-02-13-duties-by-end.ts'
import { reportedEvents } from './migrations/2027-02-20-reported-events.ts'
import { daysOfDuties } from './migrations/2027-02-21-days-of-duties.ts'
import { daysOfDutiesRead } from './migrations/2027-02-22-days-of-duties-read.ts'
import { dutiesByMonth } from './migrations/2027-02-23-duties-by-month.ts'
import { monthsOfAYear } from './migrations/2027-02-24-months-of-a-year.ts'
import { noEventsOfDay } from './migrations/2027-02-25-no-events-of-day.ts'
import { officeDutyRoutes } from './office.ts'
import { forgetOldDuties } from './retention.ts'
import { assignmentRoutes } from './routes.ts'

export { sourceInForce } from './feed-store.ts'
export { todsImporter } from './import-tods.ts'
export { dutyCalendar } from './store.ts'

export const assignments: ServerArea = {
  name: 'assignments',
  migrations: {
    '2026-11-21-duties': duties,
    '2026-12-03-instants': instants,
    '2026-12-10-lines': lines,
    '2026-12-11-trips': trips,
    '2026-12-12-published-days': publishedDays,
    '2026-12-23-pruned': pruned,
    '2027-02-08-feed-activations': feedActivations,
    '2027-02-13-duties-by-end': dutiesByEnd,
    '2027-02-20-reported-events': reportedEvents,
    '2027-02-21-days-of-duties': daysOfDuties,
    '2027-02-22-days-of-duties-read': daysOfDutiesRead,
    '2027-02-23-duties-by-month': dutiesByMonth,
    '2027-02-24-months-of-a-year': monthsOfAYear,
    '2027-02-25-no-events-of-day': noEventsOfDay,
  },
  routes: (app, platform, ports) => {
    assignmentRoutes(app, platform, ports)
    officeDutyRoutes(app, platform)
  },
  importers: [todsImporter],
  finishImports,
  demo: confirmDemo,
  nightly: forgetOldDuties,
  measures: (platform) => [
    {
      name: 'linjen_feed_imported_timestamp_seconds',
      help: 'When the feed in force was imported, of a company with several the oldest that has days to come',
      read: () => importTimes(platform),
    },
  ],
  shortcut: () => ({ name: 'Mina uppdrag', path: 'minauppdrag' }),
}
