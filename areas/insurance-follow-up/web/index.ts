import type { WebArea } from '#platform/web/shell/area.ts'
import { followUpGate } from '../calls.ts'

export const insuranceFollowUp: WebArea = {
  screens: [
    {
      path: 'forsakringuppfoljning',
      title: 'Försäkringsuppföljning',
      gate: followUpGate,
      load: () => import('./FollowUpScreen.tsx'),
    },
  ],
  menu: [{ path: 'forsakringuppfoljning', group: 'incidents', label: 'Försäkringsuppföljning', icon: 'shield' }],
}
