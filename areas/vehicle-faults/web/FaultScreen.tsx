import { lazy, startTransition, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { afterPaint } from '#platform/web/page/after-paint.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { useDutyAtHandOptions } from '#platform/web/shell/duty-at-hand.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { LastMonthOutcome } from './LastMonthOutcome.tsx'
import styles from './FaultScreen.module.css'
import { OwnFaults } from './OwnFaults.tsx'
import { fetchVehicles } from './use-vehicles.ts'
import { Waiting } from './Waiting.tsx'

const VehicleReport = lazy(() => import('./VehicleReport.tsx'))

/** 'Felrapportering': a vehicle, a new report on it, existing reports on it, and the employee's own reports. */
export default function FaultScreen() {
  return (
    <>
      <PageHeader title="Felrapportering" />
      <div className={styles['screen']}>
        <NewReport />
        <LastMonthOutcome />
        <OwnFaults />
      </div>
    </>
  )
}

/** A separate component, so that the lists, which are shown first, are not rendered again. */
function NewReport() {
  const [painted, setPainted] = useState(false)
  const duty = useDutyAtHandOptions()
  const begin = useEffectEvent(() => {
    // Requested in parallel with the code and not after it. Both answers are needed to offer buses.
    void fetchVehicles()
    void queryClient.prefetchQuery(duty)
    startTransition(() => setPainted(true))
  })
  useEffect(() => afterPaint(begin), [])
  if (!painted) return <Waiting />
  return (
    <Suspense fallback={<Waiting />}>
      <VehicleReport />
    </Suspense>
  )
}
