import { get, kept } from '#platform/contract/call.ts'
import type { Vehicle } from './contract.ts'

/** Fault reports and deviations both choose from it. */
export const getVehicles = kept(
  get<Vehicle[]>('/api/fordonskontroll/vehicles', { anyOf: ['FkEnabled', 'IncidentsEnabled'] }),
)
