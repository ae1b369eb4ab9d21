import { pageAt, withOpen } from '#platform/contract/pages.ts'
import { fetchRecent } from '#platform/web/calls/query.ts'
import type { OwnReports } from '#platform/web/shell/area.ts'
import { StatePill } from '#platform/web/ui/StatePill.tsx'
import { getOwnFaults } from '../calls.ts'
import { faultsGate } from '../gate.ts'

async function fetch() {
  const { items } = await fetchRecent(getOwnFaults, {})
  return items.map(({ number, vehicleName, faultCategoryName, timestamp, state }) => ({
    number,
    title: `${faultCategoryName}, ${vehicleName}`,
    at: timestamp,
    state: <StatePill state={state} />,
    to: pageAt(withOpen('fordonskontroll', number)),
  }))
}

export const ownFaults: OwnReports = { gate: faultsGate, fetch }
