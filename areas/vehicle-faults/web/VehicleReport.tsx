import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAddressee } from '#core/cases/web/on-behalf.ts'
import type { Vehicle } from '#core/vehicles/contract.ts'
import { continued, formDraftSample } from '#platform/web/calls/forms/continued.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import type { CallResult } from '#platform/web/calls/query.ts'
import { useSettled } from '#platform/web/page/use-settled.ts'
import { useDraft } from '#platform/web/phone/drafts.ts'
import { ErrorBoundary } from '#platform/web/shell/ErrorBoundary.tsx'
import { fetchView, LazyView } from '#platform/web/shell/LazyView.tsx'
import { useChosen } from '#platform/web/ui/panes/use-chosen.ts'
import { ActiveFaults, activeName, vehicleIn } from './ActiveFaults.tsx'
import { ChosenVehicleContext } from './chosen-vehicle.ts'
import { NewFaultCard } from './NewFaultCard.tsx'
import type { FaultDraft } from './use-fault-report.ts'
import { useVehicles } from './use-vehicles.ts'
import { VehicleChoice } from './VehicleChoice.tsx'
import { Waiting } from './Waiting.tsx'

// The form is most of the screen's code, and is not shown before a vehicle has been chosen.
const loadForm = () => import('./NewFault.tsx')

/** The choice of a vehicle, a new report on it, and its open reports. */
export default function VehicleReport() {
  const { draftKey } = useAddressee()
  const vehicles = useVehicles()
  const { draft }: FaultDraft = useDraft(draftKey('felrapport'), formDraftSample)
  if (draft === undefined) return <Waiting />
  return <Report begunOn={continued({ vehicleNumber: '' }, draft?.fields).vehicleNumber} vehicles={vehicles} />
}

interface ReportProps {
  /** The number of the vehicle of the draft; '' if there is none. */
  readonly begunOn: string
  readonly vehicles: CallResult<Vehicle[]>
}

function Report({ begunOn, vehicles }: ReportProps) {
  const [vehicleNumber, setVehicleNumber] = useState(begunOn)
  // The text in the vehicle field; null until something has been typed.
  const [typed, setTyped] = useState<string | null>(null)
  const navigate = useNavigate()
  const { chosen: opened, to } = useChosen(activeName)
  // The address of an open report also chooses its vehicle, unless a report on another vehicle is being written.
  const wanted = vehicleNumber === '' && typed === null ? vehicleIn(opened) : undefined
  const choose = (text: string, number: string) => {
    setTyped(text)
    setVehicleNumber(number)
  }
  const found = vehicles.data?.find(({ number }) => number === wanted)
  if (found) choose(found.name, found.number)
  const chosen = vehicles.data?.find(({ number }) => number === vehicleNumber) ?? null
  return (
    <>
      <Loaded of={vehicles} skeleton={<Waiting />}>
        {(all) => (
          <VehicleChoice
            vehicles={all}
            typed={typed ?? chosen?.name ?? ''}
            chosen={chosen}
            onChange={(text, vehicle) => {
              choose(text, vehicle?.number ?? '')
              if (opened !== null && vehicle?.number !== vehicleIn(opened)) void navigate(to(null), { replace: true })
            }}
          />
        )}
      </Loaded>
      <Form vehicle={chosen} isExpected={vehicleNumber !== '' || wanted !== undefined} />
      {chosen && <ActiveFaults key={chosen.number} vehicle={chosen} />}
    </>
  )
}

/**
 * The form of a new report. It is loaded once the screen has come to rest, or as soon as it is `isExpected`, so that nobody waits for it or
 * for coverage. It holds the typed values, so it stays while another vehicle is searched for and while the vehicles cannot be loaded.
 */
function Form({ vehicle, isExpected }: { vehicle: Vehicle | null; isExpected: boolean }) {
  const settled = useSettled()
  const [isThere, setIsThere] = useState(false)
  if (vehicle && !isThere) setIsThere(true)
  const begins = settled || isExpected
  useEffect(() => {
    // A failure is shown only after a vehicle has been chosen.
    if (begins)
      fetchView(loadForm).then(
        () => setIsThere(true),
        () => undefined,
      )
  }, [begins])
  if (!isThere) return null
  return (
    <ChosenVehicleContext value={vehicle}>
      <ErrorBoundary>
        <LazyView load={loadForm} waiting={vehicle && <NewFaultCard vehicle={vehicle} />} />
      </ErrorBoundary>
    </ChosenVehicleContext>
  )
}
