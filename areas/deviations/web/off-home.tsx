import { pageAt, withOpen } from '#platform/contract/pages.ts'
import { fetchRecent } from '#platform/web/calls/query.ts'
import type { OwnReports } from '#platform/web/shell/area.ts'
import { StatePill } from '#platform/web/ui/StatePill.tsx'
import { getDeviations } from '../calls.ts'
import { deviationsGate } from '../gate.ts'
import { listPath } from './paths.ts'
import { newestPage } from './list/new-things.ts'

async function fetch() {
  const reports = await fetchRecent(getDeviations, newestPage)
  return reports
    .filter(({ egen }) => egen)
    .map(({ nummer, rubrik, plats, skapadDatum, status }) => ({
      number: nummer,
      title: `${rubrik}, ${plats}`,
      at: skapadDatum,
      state: <StatePill state={status} />,
      to: pageAt(withOpen(listPath, nummer)),
    }))
}

export const ownDeviations: OwnReports = { gate: deviationsGate, fetch }
