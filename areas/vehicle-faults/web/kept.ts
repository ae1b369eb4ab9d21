import { Image } from '#core/pictures/contract.ts'
import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import { getActiveFaults, getFaultCategories, getFaultPicture, getOwnFaults } from '../calls.ts'
import { FaultCategories, FaultReports, OwnFaultReports } from '../contract.ts'

export const keptVehicleFaults: KeptAnswers = [
  [getFaultCategories, FaultCategories],
  [getActiveFaults, FaultReports],
  [getOwnFaults, OwnFaultReports],
  [getFaultPicture, Image],
]
