import * as z from 'zod/mini'
import { forSomebody } from '#core/cases/on-behalf.ts'
import { AddThreat } from './threats.ts'
import { AddTrafficInformation } from './traffic-information.ts'
import { AddVehicleDamage } from './vehicle-damage.ts'
import { AddWorkEnvironment } from './work-environment.ts'

// Reports that the office enters for an employee who has called.

export const ThreatFor = z.extend(AddThreat, forSomebody)
export type ThreatFor = z.infer<typeof ThreatFor>

export const TrafficInformationFor = z.extend(AddTrafficInformation, forSomebody)
export type TrafficInformationFor = z.infer<typeof TrafficInformationFor>

export const VehicleDamageFor = z.extend(AddVehicleDamage, forSomebody)
export type VehicleDamageFor = z.infer<typeof VehicleDamageFor>

export const WorkEnvironmentFor = z.extend(AddWorkEnvironment, forSomebody)
export type WorkEnvironmentFor = z.infer<typeof WorkEnvironmentFor>
