import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import { getVehicles } from '../calls.ts'
import { Vehicles } from '../contract.ts'

export const keptVehicles: KeptAnswers = [[getVehicles, Vehicles]]
