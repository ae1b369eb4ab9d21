import { caseCalls } from '#core/cases/calls.ts'
import { may } from '#core/people/roles.ts'
import { get, post } from '#platform/contract/call.ts'
import type { Added } from './contract/common.ts'
import type { ThreatFor, TrafficInformationFor, VehicleDamageFor, WorkEnvironmentFor } from './contract/on-behalf.ts'
import { deviationsGate } from './gate.ts'
import type { YearQuery, YearSummary } from './contract/year.ts'

/** The office's queue of deviations, for those who are responsible for them. */
export const deviationCases = caseCalls('avvikelser', {
  see: 'deviations.see',
  handle: 'deviations.handle',
  sensitive: 'deviations.sensitive',
  reporter: 'deviations.reporter',
  enter: { may: 'deviations.enter', reporters: deviationsGate.anyOf },
  words: { one: 'Avvikelse', asks: false, marking: 'Allvarlig händelse' },
})

/** The deviations of a year, and what has been done about them. */
export const getYear = get<YearSummary, YearQuery>('/api/kontor/avvikelser/ar', may('deviations.see'))

// Reports that the office enters for an employee who has called, in the employee's forms.
const entering = may('deviations.enter')
export const addWorkEnvironmentFor = post<Added, WorkEnvironmentFor>(
  '/api/kontor/avvikelser/anmal/arbetsmiljo',
  entering,
)
export const addThreatFor = post<Added, ThreatFor>('/api/kontor/avvikelser/anmal/hotochvald', entering)
export const addTrafficInformationFor = post<Added, TrafficInformationFor>(
  '/api/kontor/avvikelser/anmal/trafikinformation',
  entering,
)
export const addVehicleDamageFor = post<Added, VehicleDamageFor>('/api/kontor/avvikelser/anmal/fordonsskada', entering)
