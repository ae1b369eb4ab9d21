import { OnBehalfScreen } from '#core/cases/web/OnBehalfScreen.tsx'
import { getVehicles } from '#core/vehicles/calls.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { addFaultFor, faultCases } from '../cases.ts'
import VehicleReport from './VehicleReport.tsx'

/** A fault that somebody has called in: the employee's own form, in the office. */
export default function EnterFaultScreen() {
  const vehicles = useCall(getVehicles, undefined, { failedText: 'Hämta fordon misslyckades', staleTime: Infinity })
  return (
    <OnBehalfScreen calls={faultCases} queue="Felanmälningar" callFor={() => addFaultFor}>
      <VehicleReport vehicles={vehicles} />
    </OnBehalfScreen>
  )
}
