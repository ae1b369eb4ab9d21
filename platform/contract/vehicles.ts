import { get, kept } from './call.ts'

/** A vehicle as lists and forms name it; `number` names it in calls. */
export interface Vehicle {
  readonly name: string
  readonly number: string
}

/** Fault reports and deviations both choose from it. */
export const getVehicles = kept(
  get<Vehicle[]>('/api/fordonskontroll/vehicles', { anyOf: ['FkEnabled', 'IncidentsEnabled'] }),
)
