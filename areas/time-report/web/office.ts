import { queueScreen } from '#core/cases/web/queue-screen.ts'
import type { OfficeArea } from '#platform/web/office/area.ts'
import { payrollGate, timeReportCases } from '../cases.ts'

export const timeReportOffice: OfficeArea = {
  screens: [
    queueScreen({ calls: timeReportCases, title: 'Tidrapporter', icon: 'calendar' }),
    {
      path: 'loneunderlag',
      title: 'Löneunderlag',
      icon: 'wallet',
      gate: payrollGate,
      load: () => import('./PayrollScreen.tsx'),
    },
  ],
}
