import { get, kept, post } from '#platform/contract/call.ts'
import type { Gate } from '#platform/contract/claims.ts'
import type { AddFault, FaultCategory, FaultReport, OwnFaultReports } from './contract.ts'

/** Closed if the variant has no vehicle faults. The call for vehicles is in core/vehicles, since other areas use it too. */
export const faultsGate = { anyOf: ['FkEnabled'], feature: 'vehicleFaults' } satisfies Gate

export const getFaultCategories = kept(get<FaultCategory[]>('/api/fordonskontroll/categories', faultsGate))
export const getActiveFaults = kept(
  get<FaultReport[], { vehicleNo: string; page?: number }>('/api/fordonskontroll/faultreports', faultsGate),
)
export const getOwnFaults = kept(get<OwnFaultReports, { page?: number }>('/api/fordonskontroll/mina', faultsGate))
export const addFault = post<boolean, AddFault>('/api/fordonskontroll/addfault', faultsGate)
