import { caseCalls } from '#core/cases/calls.ts'
import { may } from '#core/people/roles.ts'
import { post } from '#platform/contract/call.ts'
import type { AddFaultFor, Entered } from './office-contract.ts'
import { faultsGate } from './gate.ts'

/** The workshop's queue. */
export const faultCases = caseCalls('fel', {
  see: 'faults.see',
  handle: 'faults.handle',
  mark: 'faults.ground',
  enter: { may: 'faults.enter', reporters: faultsGate.anyOf },
  feature: faultsGate.feature,
  words: { one: 'Felanmälan', marking: 'Får ej köras' },
})

/** A report that the office enters for an employee who has called, in the employee's form. */
export const addFaultFor = post<Entered, AddFaultFor>('/api/kontor/fel/anmal', {
  ...may('faults.enter'),
  feature: faultsGate.feature,
})
