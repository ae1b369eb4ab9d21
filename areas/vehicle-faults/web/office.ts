import { queueScreen } from '#core/cases/web/queue-screen.ts'
import type { OfficeArea } from '#platform/web/office/area.ts'
import { statisticsScreen } from '#platform/web/office/statistics-screen.ts'
import { addFaultFor, faultCases } from '../cases.ts'
import { getFaultStatistics } from '../office-calls.ts'

const newFault = { path: 'fel-ny', gate: addFaultFor.gate }

export const faultOffice: OfficeArea = {
  screens: [
    queueScreen({
      calls: faultCases,
      title: 'Felanmälningar',
      icon: 'wrench',
      enter: newFault,
      above: () => import('./WorkshopNotice.tsx'),
    }),
    {
      ...newFault,
      title: 'Ny anmälan åt någon',
      icon: 'wrench',
      inMenu: false,
      load: () => import('./EnterFaultScreen.tsx'),
    },
    statisticsScreen({ call: getFaultStatistics, path: 'statistik-fel', title: 'Statistik: fel' }),
  ],
}
