import { lazy, Suspense } from 'react'
import { getVehicles } from '#core/vehicles/calls.ts'
import { afterPaint } from '#platform/web/page/after-paint.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { vehiclesFailed } from './failures.ts'
import { LastMonthOutcome } from './LastMonthOutcome.tsx'
import styles from './FaultScreen.module.css'
import { OwnFaults } from './OwnFaults.tsx'
import { Waiting } from './Waiting.tsx'

// The form with its drafts and photos is most of the screen's code. The employee's own reports do not wait for it, nor for its files.
const VehicleReport = lazy(async () => {
  await new Promise<void>((resolve) => afterPaint(resolve))
  return import('./VehicleReport.tsx')
})

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

/** Apart from the lists, which are not rendered again when the vehicles have loaded. */
function NewReport() {
  // A fleet does not change during a duty. Requested here, while the form's code is being loaded.
  const vehicles = useCall(getVehicles, undefined, { failedText: vehiclesFailed, staleTime: Infinity })
  return (
    <Suspense fallback={<Waiting />}>
      <VehicleReport vehicles={vehicles} />
    </Suspense>
  )
}
