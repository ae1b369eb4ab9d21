import type { WebArea } from '#platform/web/shell/area.ts'
import { payslipsGate } from '../calls.ts'

export const payslips: WebArea = {
  screens: [
    {
      path: 'konteklonebesked',
      title: 'Lönebesked',
      gate: payslipsGate,
      load: () => import('./PayslipsScreen.tsx'),
    },
  ],
  blocks: [{ id: 'latest-payslip', place: 'row', gate: payslipsGate, load: () => import('./LatestPayslip.tsx') }],
  menu: [{ path: 'konteklonebesked', group: 'own', label: 'Lönebesked', icon: 'wallet' }],
}
