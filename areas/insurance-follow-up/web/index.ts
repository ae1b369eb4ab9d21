import type { WebArea } from '#platform/web/shell/area.ts'
import { shieldIcon } from '#platform/web/ui/icons-more.ts'
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
  menu: [{ path: 'forsakringuppfoljning', group: 'incidents', label: 'Försäkringsuppföljning', icon: shieldIcon }],
}
