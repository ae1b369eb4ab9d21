import { getVehicles } from '#core/vehicles/calls.ts'
import { fetchAhead } from '#platform/web/calls/fetch-ahead.ts'
import { getFaultCategories, getOwnFaults } from '../calls.ts'

/** What a report is made of, and what became of the last ones. */
export async function fetchFaultsAhead(): Promise<void> {
  await fetchAhead(getVehicles, undefined, { minutes: 240 })
  await fetchAhead(getFaultCategories, undefined, { minutes: 240 })
  await fetchAhead(getOwnFaults, {}, { minutes: 60 })
}
