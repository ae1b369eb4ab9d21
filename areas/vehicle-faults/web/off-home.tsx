import { pageAt, withOpen } from '#platform/contract/pages.ts'
import { callOptions } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import type { OwnReports } from '#platform/web/shell/area.ts'
import { StatePill } from '#platform/web/ui/StatePill.tsx'
import { getOwnFaults } from '../calls.ts'
import { faultsGate } from '../gate.ts'

const FRESH_MS = 60_000

async function fetch() {
  const { items } = await queryClient.fetchQuery(callOptions(getOwnFaults, {}, { staleTime: FRESH_MS }))
  return items.map(({ number, vehicleName, faultCategoryName, timestamp, state }) => ({
    number,
    title: `${faultCategoryName}, ${vehicleName}`,
    at: timestamp,
    state: <StatePill state={state} />,
    to: pageAt(withOpen('fordonskontroll', number)),
  }))
}

export const ownFaults: OwnReports = { gate: faultsGate, fetch }
