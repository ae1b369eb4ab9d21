import { useEffect } from 'react'
import { getVehicles } from '#core/vehicles/calls.ts'
import { useQuery } from '@tanstack/react-query'
import { callOptions, useCall } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { useInstant } from '#platform/web/page/now.ts'
import { useDutyAtHandOptions } from '#platform/web/shell/duty-at-hand.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { getActiveFaults } from '../calls.ts'
import { CallTrafficControl } from './CallTrafficControl.tsx'

/** How long before the duty begins the warning is shown, in milliseconds. A bus that is grounded today may be driven in some days. */
const AHEAD_MS = 86_400_000

/** A warning on the driver's home that the duty's bus must not be driven. Nothing otherwise, or while that is unknown. */
export default function GroundedBus() {
  const duty = useDutyAtHandOptions()
  // The duty and its vehicle are one load, so that the home screen is rendered once for both.
  const { data, refetch } = useQuery({
    queryKey: ['vehicle-of-duty'],
    queryFn: async () => {
      const current = await queryClient.fetchQuery(duty)
      if (!current) return null
      const { vehicle: name, begins, changes } = current
      if (!name) return { begins, changes }
      const vehicles = await queryClient.fetchQuery(callOptions(getVehicles, undefined, { staleTime: Infinity }))
      return { begins, changes, vehicle: vehicles.find((each) => each.name === name) }
    },
  })
  const now = useInstant()
  const changed = data ? data.changes <= now : false
  useEffect(() => {
    if (changed) void refetch()
  }, [changed, refetch])
  const vehicle = data && data.begins <= now + AHEAD_MS ? data.vehicle : undefined
  const faults = useCall(getActiveFaults, { vehicleNo: vehicle?.number ?? '' }, { enabled: Boolean(vehicle) })
  const groundingFault = vehicle && faults.data?.find(({ grounded }) => grounded)
  if (!groundingFault) return null
  return (
    <Notice kind="error" title={`${vehicle.name} får ej köras`} action={<CallTrafficControl />}>
      {groundingFault.groundedWhy && <p>{groundingFault.groundedWhy}</p>}
      Din buss är tagen ur trafik. Kontakta trafikledningen innan du kör.
    </Notice>
  )
}
