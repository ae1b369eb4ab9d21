import { pageAt, withOpen } from '#platform/contract/pages.ts'
import { callOptions } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import type { OwnReport } from '#platform/web/shell/area.ts'
import { getDeviations } from '../../calls.ts'
import { listPath } from '../paths.ts'
import { newestPage } from './new-things.ts'
import { StatePill } from './Status.tsx'

const FRESH_MS = 60_000

export default async function ownDeviations(): Promise<readonly OwnReport[]> {
  const reports = await queryClient.fetchQuery(callOptions(getDeviations, newestPage, { staleTime: FRESH_MS }))
  return reports
    .filter(({ egen }) => egen)
    .map(({ nummer, rubrik, plats, skapadDatum, status }) => ({
      number: nummer,
      title: `${rubrik}, ${plats}`,
      at: skapadDatum,
      state: <StatePill status={status} />,
      to: pageAt(withOpen(listPath, nummer)),
    }))
}
