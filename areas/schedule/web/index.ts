import type { WebArea } from '#platform/web/shell/area.ts'
import { scheduleGate } from '../calls.ts'

export const schedule: WebArea = {
  screens: [{ path: 'schema', title: 'Schema', gate: scheduleGate, load: () => import('./ScheduleScreen.tsx') }],
  ahead: async () => (await import('./ahead.ts')).fetchScheduleAhead(),
  menu: [{ path: 'schema', group: 'work', label: 'Schema', icon: 'calendar' }],
  blocks: [{ id: 'seven-days', place: 'week', gate: scheduleGate, load: () => import('./SevenDays.tsx') }],
}
