import { may } from '#core/people/roles.ts'
import { get, post } from '#platform/contract/call.ts'
import { faultsGate } from './gate.ts'
import type { WorkshopState } from './office-workshop-contract.ts'

const { feature } = faultsGate

/** Null where everything has reached it, or there is none. */
export const getWorkshopState = get<WorkshopState | null>('/api/kontor/verkstad', {
  ...may('faults.see'),
  feature,
})
export const sendWorkshopAgain = post<number, undefined>('/api/kontor/verkstad/igen', {
  ...may('faults.handle'),
  feature,
})
