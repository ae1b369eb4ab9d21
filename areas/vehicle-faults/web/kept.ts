import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import { getVehicles } from '#platform/contract/vehicles.ts'
import { getActiveFaults, getFaultCategories, getOwnFaults } from '../calls.ts'
import { FaultCategories, FaultReports, OwnFaultReports, Vehicles } from '../contract.ts'

export const keptVehicleFaults: KeptAnswers = [
  [getVehicles, Vehicles],
  [getFaultCategories, FaultCategories],
  [getActiveFaults, FaultReports],
  [getOwnFaults, OwnFaultReports],
]
