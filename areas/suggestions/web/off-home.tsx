import { pageAt, withOpen } from '#platform/contract/pages.ts'
import { fetchRecent } from '#platform/web/calls/query.ts'
import type { OwnReports } from '#platform/web/shell/area.ts'
import { StatePill } from '#platform/web/ui/StatePill.tsx'
import { getSuggestions, suggestionsGate } from '../calls.ts'

async function fetch() {
  const suggestions = await fetchRecent(getSuggestions, {})
  return suggestions.flatMap(({ id, rubrik, datumForslag, status, eget }) =>
    eget
      ? {
          number: eget.nummer,
          title: rubrik,
          at: datumForslag,
          state: <StatePill state={status} />,
          to: pageAt(withOpen('forslag', String(id))),
        }
      : [],
  )
}

export const ownSuggestions: OwnReports = { gate: suggestionsGate, fetch }
