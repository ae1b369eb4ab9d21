import type { WebArea } from '#platform/web/shell/area.ts'
import { faultsGate } from '../gate.ts'

export const vehicleFaults: WebArea = {
  screens: [
    {
      path: 'fordonskontroll',
      title: 'Felrapportering',
      gate: faultsGate,
      load: () => import('./FaultScreen.tsx'),
    },
  ],
  ahead: async () => (await import('./ahead.ts')).fetchFaultsAhead(),
  blocks: [{ id: 'grounded-bus', place: 'first', gate: faultsGate, load: () => import('./GroundedBus.tsx') }],
  newThings: { gate: faultsGate, load: () => import('./new-things.ts') },
  menu: [{ path: 'fordonskontroll', group: 'incidents', label: 'Felrapportering', icon: 'wrench' }],
  reportEntries: [{ name: 'felrapport', path: 'fordonskontroll', label: 'Felrapport', icon: 'wrench' }],
}
