import { getVehicles } from '#core/vehicles/calls.ts'
import { prefetch, useCall } from '#platform/web/calls/query.ts'
import { vehiclesFailed } from './failures.ts'

// A fleet does not change during a duty.
const options = { failedText: vehiclesFailed, staleTime: Infinity } as const

/** The company's vehicles. */
export const useVehicles = () => useCall(getVehicles, undefined, options)

/** Requests the vehicles before the screen's code has loaded. */
export const fetchVehicles = () => prefetch(getVehicles, undefined, options)
