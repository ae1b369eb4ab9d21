import type { OfficeArea } from '#platform/web/office/area.ts'
import { statisticsScreen } from '#platform/web/office/statistics-screen.ts'
import { dutiesGate, getDutyStatistics, getWaitingDuties } from '../office-calls.ts'

export const dutyOffice: OfficeArea = {
  screens: [
    {
      path: 'tjanster',
      title: 'Tjänster',
      icon: 'duties',
      gate: dutiesGate,
      counts: getWaitingDuties,
      load: () => import('./OfficeDuties.tsx'),
    },
    statisticsScreen({ call: getDutyStatistics, path: 'statistik-tjanster', title: 'Statistik: tjänster' }),
  ],
}
