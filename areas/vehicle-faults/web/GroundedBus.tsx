import { getVehicles } from '#core/vehicles/calls.ts'
import { useQuery } from '@tanstack/react-query'
import { callOptions, useCall } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { useDutyAtHandOptions } from '#platform/web/shell/duty-at-hand.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { getActiveFaults } from '../calls.ts'
import { CallTrafficControl } from './CallTrafficControl.tsx'

/** A warning on the driver's home that the duty's bus must not be driven. Nothing otherwise, or while that is unknown. */
export default function GroundedBus() {
  const duty = useDutyAtHandOptions()
  // The duty and its vehicle are one load, so that the home screen is rendered once for both.
  const { data: vehicle } = useQuery({
    queryKey: ['vehicle-of-duty'],
    queryFn: async () => {
      const name = (await queryClient.fetchQuery(duty))?.vehicle
      if (!name) return null
      const vehicles = await queryClient.fetchQuery(callOptions(getVehicles, undefined, { staleTime: Infinity }))
      return vehicles.find((each) => each.name === name) ?? null
    },
  })
  const faults = useCall(getActiveFaults, { vehicleNo: vehicle?.number ?? '' }, { enabled: Boolean(vehicle) })
  const groundingFault = faults.data?.find(({ grounded }) => grounded)
  if (!groundingFault) return null
  return (
    <Notice kind="error" title={`${vehicle?.name} får ej köras`} action={<CallTrafficControl />}>
      {groundingFault.groundedWhy && <p>{groundingFault.groundedWhy}</p>}
      Din buss är tagen ur trafik. Kontakta trafikledningen innan du kör.
    </Notice>
  )
}
