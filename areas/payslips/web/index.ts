import type { WebArea } from '#platform/web/shell/area.ts'
import { walletIcon } from '#platform/web/ui/icons-more.ts'
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
  menu: [{ path: 'konteklonebesked', group: 'own', label: 'Lönebesked', icon: walletIcon }],
}
