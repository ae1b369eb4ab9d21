import type { Gate } from '#platform/contract/claims.ts'

// In a separate file from the calls, so that the area's door does not bring them into the first load.

/** Closed if the variant has no vehicle faults. The call for vehicles is in core/vehicles, since other areas use it too. */
export const faultsGate = { anyOf: ['FkEnabled'], feature: 'vehicleFaults' } satisfies Gate
