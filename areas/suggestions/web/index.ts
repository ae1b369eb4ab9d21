import type { WebArea } from '#platform/web/shell/area.ts'
import { suggestionsGate } from '../calls.ts'

export const suggestions: WebArea = {
  screens: [
    { path: 'forslag', title: 'Förslag', gate: suggestionsGate, load: () => import('./SuggestionsScreen.tsx') },
  ],
  menu: [{ path: 'forslag', group: 'company', label: 'Förslag', icon: 'bulb' }],
}
