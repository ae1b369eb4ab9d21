import { listPath, newPath } from './paths.ts'
import type { WebArea } from '#platform/web/shell/area.ts'
import { deviationsGate as gate } from '../gate.ts'
import { formPath, kinds } from './kinds.ts'

export const deviations: WebArea = {
  screens: [
    { path: listPath, title: 'Avvikelser', gate, load: () => import('./list/DeviationsScreen.tsx') },
    { path: newPath, title: 'Ny avvikelse', gate, load: () => import('./new/NewDeviationScreen.tsx') },
  ],
  ahead: async () => (await import('./ahead.ts')).fetchFormsAhead(),
  menu: [
    { path: listPath, group: 'incidents', label: 'Avvikelser', icon: 'warning' },
    // Some companies leave it out of their menu (hiddenFromMenu); 'Skapa ny' still leads there.
    { path: newPath, group: 'incidents', label: 'Ny avvikelse', icon: 'plus' },
  ],
  newThings: { gate, load: () => import('./list/new-things.ts') },
  blocks: [{ id: 'deviation-alerts', place: 'first', gate, load: () => import('./list/AlertsBlock.tsx') }],
  reportEntries: kinds.map(({ label, slug, icon }) => ({ name: slug, path: formPath(slug), label, icon })),
}
