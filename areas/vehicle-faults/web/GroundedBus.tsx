import { getVehicles } from '#core/vehicles/calls.ts'
import { useQuery } from '@tanstack/react-query'
import { callOptions } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { useDutyAtHandOptions } from '#platform/web/shell/duty-at-hand.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { getActiveFaults } from '../calls.ts'
import { CallTrafficControl } from './CallTrafficControl.tsx'

/** A warning on the driver's home that the bus of the duty must not be driven; nothing otherwise, or while that is unknown. */
export default function GroundedBus() {
  const duty = useDutyAtHandOptions()
  // One load of the three, so that home is rendered once more and not three times. It is repeated as its last one is.
  const { data } = useQuery({
    queryKey: [getActiveFaults.path, 'of the duty'],
    queryFn: async () => {
      const name = (await queryClient.fetchQuery(duty))?.vehicle
      const vehicles = name
        ? await queryClient.fetchQuery(callOptions(getVehicles, undefined, { staleTime: Infinity }))
        : []
      const vehicle = vehicles.find((each) => each.name === name)
      const faults = vehicle
        ? await queryClient.fetchQuery(callOptions(getActiveFaults, { vehicleNo: vehicle.number }))
        : []
      return { name, fault: faults.find(({ grounded }) => grounded) }
    },
  })
  const groundingFault = data?.fault
  if (!groundingFault) return null
  return (
    <Notice kind="error" title={`${data.name} får ej köras`} action={<CallTrafficControl />}>
      {groundingFault.groundedWhy && <p>{groundingFault.groundedWhy}</p>}
      Din buss är tagen ur trafik. Kontakta trafikledningen innan du kör.
    </Notice>
  )
}
