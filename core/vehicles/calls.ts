import { get, kept } from '#platform/contract/call.ts'
import type { Vehicle } from './contract.ts'

/** For the forms of fault reports and deviations. */
export const getVehicles = kept(
  get<Vehicle[]>('/api/fordonskontroll/vehicles', { anyOf: ['FkEnabled', 'IncidentsEnabled'] }),
)
