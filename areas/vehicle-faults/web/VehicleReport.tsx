import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAddressee } from '#core/cases/web/on-behalf.ts'
import type { Vehicle } from '#core/vehicles/contract.ts'
import { continued, formDraftSample } from '#platform/web/calls/forms/continued.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import type { CallResult } from '#platform/web/calls/query.ts'
import { useSettled } from '#platform/web/page/use-settled.ts'
import { useDraft } from '#platform/web/phone/drafts.ts'
import { useChosen } from '#platform/web/ui/panes/use-chosen.ts'
import { ActiveFaults, activeName, vehicleIn } from './ActiveFaults.tsx'
import { NewFaultCard } from './NewFaultCard.tsx'
import type { FaultDraft } from './use-fault-report.ts'
import { useVehicles } from './use-vehicles.ts'
import { VehicleChoice } from './VehicleChoice.tsx'
import { Waiting } from './Waiting.tsx'

const loadForm = () => import('./NewFault.tsx')
// Most of the screen's code, and nobody sees it before a vehicle has been chosen.
const NewFault = lazy(loadForm)

/** The choice of a vehicle, a new report on it, and the reports that it has already. */
export default function VehicleReport() {
  const { draftKey } = useAddressee()
  const vehicles = useVehicles()
  const draft: FaultDraft = useDraft(draftKey('felrapport'), formDraftSample)
  return draft.draft === undefined ? <Waiting /> : <Report draft={draft} vehicles={vehicles} />
}

function Report({ draft, vehicles }: { draft: FaultDraft; vehicles: CallResult<Vehicle[]> }) {
  const [vehicleNumber, setVehicleNumber] = useState(
    () => continued({ vehicleNumber: '' }, draft.draft?.fields).vehicleNumber,
  )
  // The text in the vehicle field; null until something has been typed.
  const [typed, setTyped] = useState<string | null>(null)
  const navigate = useNavigate()
  const { chosen: opened, to } = useChosen(activeName)
  // The address of an open report on a vehicle leads to the vehicle, unless a report on another one is being written.
  const wanted = vehicleNumber === '' && typed === null ? vehicleIn(opened) : undefined
  const choose = (text: string, number: string) => {
    setTyped(text)
    setVehicleNumber(number)
  }
  const found = vehicles.data?.find(({ number }) => number === wanted)
  if (found) choose(found.name, found.number)
  const chosen = vehicles.data?.find(({ number }) => number === vehicleNumber) ?? null
  const [begun, setBegun] = useState(false)
  if (chosen && !begun) setBegun(true)

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
      {/* Stays while another vehicle is being searched for, and while the vehicles cannot be loaded: it holds what has been typed. */}
      {begun && (
        <Suspense fallback={chosen && <NewFaultCard vehicle={chosen} />}>
          <NewFault draft={draft} vehicle={chosen} nameOf={(number) => nameIn(vehicles.data, number)} />
        </Suspense>
      )}
      {chosen && <ActiveFaults key={chosen.number} vehicle={chosen} />}
      <FormAhead />
    </>
  )
}

/** Loads the form once the screen has come to rest, so that a poor connection is not noticed. A failure is shown when it is needed. */
function FormAhead() {
  const settled = useSettled()
  useEffect(() => {
    if (settled) loadForm().catch(() => undefined)
  }, [settled])
  return null
}

const nameIn = (vehicles: readonly Vehicle[] | undefined, wanted: string) =>
  vehicles?.find(({ number }) => number === wanted)?.name
