import { getVehicles } from '#core/vehicles/calls.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useDutyAtHand } from '#platform/web/shell/duty-at-hand.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { getActiveFaults } from '../calls.ts'
import { CallTrafficControl } from './CallTrafficControl.tsx'

/** A warning on the driver's home that the bus of the duty must not be driven; nothing otherwise, or while that is unknown. */
export default function GroundedBus() {
  const duty = useDutyAtHand()
  const vehicles = useCall(getVehicles, undefined, { enabled: Boolean(duty?.vehicle), staleTime: Infinity })
  const vehicle = vehicles.data?.find(({ name }) => name === duty?.vehicle)
  const faults = useCall(getActiveFaults, { vehicleNo: vehicle?.number ?? '' }, { enabled: vehicle !== undefined })
  const groundingFault = faults.data?.find(({ grounded }) => grounded)
  if (!groundingFault) return null
  return (
    <Notice kind="error" title={`${vehicle?.name} får ej köras`} action={<CallTrafficControl />}>
      {groundingFault.groundedWhy && <p>{groundingFault.groundedWhy}</p>}
      Din buss är tagen ur trafik. Kontakta trafikledningen innan du kör.
    </Notice>
  )
}
