import type { ServerArea } from '#platform/server/area.ts'
import { calendar } from './migrations/2026-12-12-calendar.ts'
import { scheduleRoutes } from './routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { endCalendarsAgain, endSubscriptions, forgetOldEvents } from './calendar/store.ts'

export const schedule: ServerArea = {
  name: 'schedule',
  migrations: { '2026-12-12-calendar': calendar },
  routes(app, platform, ports) {
    scheduleRoutes(app, platform, ports)
    calendarRoutes(app, platform, ports)
  },
  eraseAgain: endCalendarsAgain,
  accountsTaken: endSubscriptions,
  nightly: ({ db, clock }) => forgetOldEvents(db, clock()),
}
