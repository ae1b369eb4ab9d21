import { caseCalls } from '#core/cases/calls.ts'
import { may } from '#core/people/roles.ts'
import { post } from '#platform/contract/call.ts'
import { withOpen } from '#platform/contract/pages.ts'
import { suggestionsGate } from './calls.ts'
import type { SuggestionEntered, SuggestionFor } from './office-contract.ts'

/** The office's queue of suggestions. */
export const suggestionCases = caseCalls('forslag', {
  see: 'suggestions.see',
  handle: 'suggestions.handle',
  enter: { may: 'suggestions.enter', reporters: suggestionsGate.anyOf },
  words: {
    one: 'Förslag',
    person: 'förslagsställaren',
    sent: 'Föreslaget av',
    things: ['förslag', 'förslag'],
    text: 'Som det föreslogs',
    sought: 'Nummer eller ord',
    entering: { title: 'Nytt förslag åt någon', whose: 'Förslag åt', came: 'Framfört', thing: 'förslaget' },
    notice: {
      thing: (number) => `Ditt förslag ${number}`,
      page: (about) => (about === null ? 'forslag' : withOpen('forslag', about)),
    },
  },
})

/** A suggestion that the office enters for an employee who has called, in the employee's form. */
export const addSuggestionFor = post<SuggestionEntered, SuggestionFor>(
  '/api/kontor/forslag/anmal',
  may('suggestions.enter'),
)
