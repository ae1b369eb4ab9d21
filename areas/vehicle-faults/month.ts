import { get } from '#platform/contract/call.ts'
import { faultsGate } from './gate.ts'
import type { LastMonth } from './contract.ts'

// Apart from the other calls, which the first load has.

/** What became of last month's reports of the whole company; null if there were too few. */
export const getLastMonth = get<LastMonth | null>('/api/fordonskontroll/manad', faultsGate)
