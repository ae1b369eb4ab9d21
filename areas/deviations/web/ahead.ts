import { getVehicles } from '#core/vehicles/calls.ts'
import { fetchAhead } from '#platform/web/calls/fetch-ahead.ts'
import { getFormOptions } from '../calls.ts'

/** Fetches the options of the forms, so that a report can be made without coverage. */
export async function fetchFormsAhead(): Promise<void> {
  await fetchAhead(getVehicles, undefined, { minutes: 240 })
  await fetchAhead(getFormOptions, undefined, { minutes: 240 })
}
