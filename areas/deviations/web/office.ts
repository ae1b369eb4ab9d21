import { queueScreen } from '#core/cases/web/queue-screen.ts'
import type { OfficeArea } from '#platform/web/office/area.ts'
import { statisticsScreen } from '#platform/web/office/statistics-screen.ts'
import { addThreatFor, deviationCases } from '../cases.ts'
import { getDeviationStatistics } from '../office-calls.ts'

const newDeviation = { path: 'avvikelser-ny', gate: addThreatFor.gate }

export const deviationOffice: OfficeArea = {
  screens: [
    queueScreen({ calls: deviationCases, title: 'Avvikelser', icon: 'warning', enter: newDeviation }),
    {
      ...newDeviation,
      title: 'Ny anmälan åt någon',
      icon: 'warning',
      inMenu: false,
      load: () => import('./new/EnterDeviationScreen.tsx'),
    },
    statisticsScreen({ call: getDeviationStatistics, path: 'statistik-avvikelser', title: 'Statistik: avvikelser' }),
    {
      path: 'avvikelser-ar',
      title: 'Årsrapport: avvikelser',
      icon: 'chart',
      gate: deviationCases.gate,
      load: () => import('./year/YearScreen.tsx'),
    },
  ],
}
