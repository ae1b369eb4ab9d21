import { queueScreen } from '#core/cases/web/queue-screen.ts'
import type { OfficeArea } from '#platform/web/office/area.ts'
import { addSuggestionFor, suggestionCases } from '../cases.ts'

const newSuggestion = { path: 'forslag-nytt', gate: addSuggestionFor.gate }

export const suggestionOffice: OfficeArea = {
  screens: [
    queueScreen({ calls: suggestionCases, title: 'Förslag', icon: 'bulb', enter: newSuggestion }),
    {
      ...newSuggestion,
      title: suggestionCases.words.entering.title,
      icon: 'bulb',
      inMenu: false,
      load: () => import('./EnterSuggestionScreen.tsx'),
    },
  ],
}
