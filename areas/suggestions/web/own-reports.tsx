import { pageAt, withOpen } from '#platform/contract/pages.ts'
import { callOptions } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import type { OwnReport } from '#platform/web/shell/area.ts'
import { getSuggestions } from '../calls.ts'
import { SuggestionStatus } from './SuggestionStatus.tsx'

const FRESH_MS = 60_000

export default async function ownSuggestions(): Promise<readonly OwnReport[]> {
  const suggestions = await queryClient.fetchQuery(callOptions(getSuggestions, {}, { staleTime: FRESH_MS }))
  return suggestions.flatMap(({ id, rubrik, datumForslag, status, eget }) =>
    eget
      ? {
          number: eget.nummer,
          title: rubrik,
          at: datumForslag,
          state: <SuggestionStatus of={status} />,
          to: pageAt(withOpen('forslag', String(id))),
        }
      : [],
  )
}
