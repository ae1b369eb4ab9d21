import { getVehicles } from '#core/vehicles/calls.ts'
import { fetchAhead } from '#platform/web/calls/fetch-ahead.ts'
import { getFaultCategories, getOwnFaults } from '../calls.ts'

/** Fetches the vehicles and categories that the form needs, and the employee's own reports. */
export async function fetchFaultsAhead(): Promise<void> {
  await fetchAhead(getVehicles, undefined, { minutes: 240 })
  await fetchAhead(getFaultCategories, undefined, { minutes: 240 })
  await fetchAhead(getOwnFaults, {}, { minutes: 60 })
}
