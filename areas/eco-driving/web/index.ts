import type { WebArea } from '#platform/web/shell/area.ts'
import { ecoDrivingGate } from '../calls.ts'

export const ecoDriving: WebArea = {
  screens: [
    {
      path: 'ecodriving',
      title: 'Sparsam körning',
      gate: ecoDrivingGate,
      load: () => import('./EcoDrivingScreen.tsx'),
    },
  ],
  menu: [{ path: 'ecodriving', group: 'work', label: 'Sparsam körning', icon: 'leaf' }],
}
