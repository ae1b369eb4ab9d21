import { createContext } from 'react'
import type { Vehicle } from '#core/vehicles/contract.ts'

/** The vehicle that a new report is about; null while none is chosen. */
export const ChosenVehicleContext = createContext<Vehicle | null>(null)
