import type { WithAnswers } from '#core/cases/server/index.ts'
import { hidesAgain } from '#core/cases/server/hidden-again.ts'
import { forgetEnded } from '#core/cases/server/retention.ts'
import { storeMissingWords } from '#core/cases/server/case-words.ts'
import { tendCases } from '#core/cases/server/tend-cases.ts'
import type { ServerArea } from '#platform/server/area.ts'
import { eachByItself } from '#platform/server/each-by-itself.ts'
import { spokenNumbersOf } from '#platform/server/db/ids.ts'
import { suggestionCases } from '../cases.ts'
import { fillDemo } from './demo/demo.ts'
import { forgetAuthor } from './forget-author.ts'
import { suggestionTables } from './migrations/2026-11-25-suggestions.ts'
import { suggestionIds } from './migrations/2026-12-04-suggestions-ids.ts'
import { casesOfSuggestions } from './migrations/2027-01-11-suggestion-cases.ts'
import { suggestionQueue } from './queue.ts'
import { suggestionRoutes } from './routes.ts'
import { suggestionSearch } from './search.ts'

export const suggestions: ServerArea & WithAnswers = {
  name: 'suggestions',
  migrations: {
    '2026-11-25-suggestions': suggestionTables,
    '2026-12-04-suggestions-ids': suggestionIds,
    '2027-01-11-suggestion-cases': casesOfSuggestions,
  },
  routes: suggestionRoutes,
  search: suggestionSearch,
  hourly: (platform) =>
    eachByItself(
      () => storeMissingWords(platform, suggestionQueue),
      () => tendCases(platform, suggestionQueue),
    ),
  nightly: (platform) => forgetEnded(platform, suggestionQueue),
  eraseAgain: hidesAgain(suggestionQueue),
  numbers: spokenNumbersOf('suggestions'),
  forgetEmployee: forgetAuthor,
  demo: fillDemo,
  answers: suggestionCases,
}
