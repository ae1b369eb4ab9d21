import { useEffect } from 'react'
import { OnBehalfScreen } from '#core/cases/web/OnBehalfScreen.tsx'
import { addFaultFor, faultCases } from '../cases.ts'
import { fetchVehicles } from './use-vehicles.ts'
import VehicleReport from './VehicleReport.tsx'

/** The employee's form in the office, for a fault that somebody has reported by telephone. */
export default function EnterFaultScreen() {
  // Loads the vehicles while the employee is being chosen.
  useEffect(() => void fetchVehicles(), [])
  return (
    <OnBehalfScreen calls={faultCases} queue="Felanmälningar" callFor={() => addFaultFor}>
      <VehicleReport />
    </OnBehalfScreen>
  )
}
