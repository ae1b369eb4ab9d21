import { OnBehalfScreen } from '#core/cases/web/OnBehalfScreen.tsx'
import { getVehicles } from '#core/vehicles/calls.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { addFaultFor, faultCases } from '../cases.ts'
import { vehiclesFailed } from './failures.ts'
import VehicleReport from './VehicleReport.tsx'

/** The employee's form in the office, for a fault that somebody has reported by telephone. */
export default function EnterFaultScreen() {
  const vehicles = useCall(getVehicles, undefined, { failedText: vehiclesFailed, staleTime: Infinity })
  return (
    <OnBehalfScreen calls={faultCases} queue="Felanmälningar" callFor={() => addFaultFor}>
      <VehicleReport vehicles={vehicles} />
    </OnBehalfScreen>
  )
}
