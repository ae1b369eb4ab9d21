import type { Gate } from '#platform/contract/claims.ts'

// In a separate file from the calls, so that the area's door does not bring them into the first load.

export const deviationsGate = { anyOf: ['IncidentsEnabled'] } satisfies Gate
