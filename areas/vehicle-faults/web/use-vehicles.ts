import { getVehicles } from '#core/vehicles/calls.ts'
import { callOptions, useCall } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { vehiclesFailed } from './failures.ts'

// A fleet does not change during a duty.
const options = { failedText: vehiclesFailed, staleTime: Infinity } as const

/** The company's vehicles. */
export const useVehicles = () => useCall(getVehicles, undefined, options)

/** Asks for them before the screen's code is here. */
export const fetchVehicles = () => queryClient.prefetchQuery(callOptions(getVehicles, undefined, options))
