import { caseCalls } from '#core/cases/calls.ts'
import { may } from '#core/people/roles.ts'
import { get, post } from '#platform/contract/call.ts'
import type { Added } from './contract/common.ts'
import type { ThreatFor, TrafficInformationFor, VehicleDamageFor, WorkEnvironmentFor } from './contract/on-behalf.ts'
import { deviationsGate } from './gate.ts'
import type { YearQuery, YearSummary } from './contract/year.ts'

/** The queue of whoever is responsible for what has been reported. */
export const deviationCases = caseCalls('avvikelser', {
  see: 'deviations.see',
  handle: 'deviations.handle',
  sensitive: 'deviations.sensitive',
  reporter: 'deviations.reporter',
  enter: { may: 'deviations.enter', reporters: deviationsGate.anyOf },
  words: { one: 'Avvikelse', asks: false, marking: 'Allvarlig händelse' },
})

/** What has been reported in a year and what became of it. */
export const getYear = get<YearSummary, YearQuery>('/api/kontor/avvikelser/ar', may('deviations.see'))

// The employee's own forms, written down by the office for somebody who has called.
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
