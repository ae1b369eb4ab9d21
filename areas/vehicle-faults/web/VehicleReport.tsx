import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useAddressee } from '#core/cases/web/on-behalf.ts'
import { type Photos, usePhotos } from '#core/pictures/web/use-photos.ts'
import type { Vehicle } from '#core/vehicles/contract.ts'
import { formDraftSample } from '#platform/web/calls/forms/use-report.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import type { CallResult } from '#platform/web/calls/query.ts'
import { useDraft } from '#platform/web/phone/drafts.ts'
import { useChosen } from '#platform/web/ui/panes/use-chosen.ts'
import { uploadFaultPicture } from '../calls.ts'
import { MAX_PICTURES } from '../contract.ts'
import { ActiveFaults, activeName, vehicleIn } from './ActiveFaults.tsx'
import { FaultForm } from './FaultForm.tsx'
import { type FaultDraft, useFaultReport } from './use-fault-report.ts'
import { VehicleChoice } from './VehicleChoice.tsx'
import { Waiting } from './Waiting.tsx'

interface VehicleReportProps {
  readonly vehicles: CallResult<Vehicle[]>
}

/** The choice of a vehicle, a new report on it, and the reports that it has already. */
export default function VehicleReport({ vehicles }: VehicleReportProps) {
  const { draftKey } = useAddressee()
  const draft: FaultDraft = useDraft(draftKey('felrapport'), formDraftSample)
  const photos = usePhotos({
    key: draftKey('felrapport/bilder'),
    upload: uploadFaultPicture,
    most: MAX_PICTURES,
    sentLater: 'Du kan skicka felrapporten ändå: bilderna följer med när du har täckning.',
  })
  return draft.draft === undefined || !photos.ready ? (
    <Waiting />
  ) : (
    <Report draft={draft} photos={photos} vehicles={vehicles} />
  )
}

interface ReportProps extends VehicleReportProps {
  readonly draft: FaultDraft
  readonly photos: Photos
}

/** Owns the typed values, so that a failed load below it loses nothing. */
function Report({ draft, photos, vehicles }: ReportProps) {
  const report = useFaultReport({
    draft,
    photos,
    nameOf: (wanted) => vehicles.data?.find(({ number }) => number === wanted)?.name,
  })
  const navigate = useNavigate()
  const { chosen: opened, to } = useChosen(activeName)
  // The address of an open report on a vehicle leads to the vehicle, unless a report on another one is being written.
  const wanted = report.vehicleNumber === '' && report.typed === null ? vehicleIn(opened) : undefined
  const found = vehicles.data?.find(({ number }) => number === wanted)
  useEffect(() => {
    if (found) report.chooseVehicle(found.name, found.number)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the vehicles have loaded
  }, [found])
  return (
    <Loaded of={vehicles} skeleton={<Waiting />}>
      {(all) => {
        const chosen = all.find(({ number }) => number === report.vehicleNumber) ?? null
        return (
          <>
            <VehicleChoice
              vehicles={all}
              typed={report.typed ?? chosen?.name ?? ''}
              chosen={chosen}
              onChange={(typed, vehicle) => {
                report.chooseVehicle(typed, vehicle?.number ?? null)
                if (opened !== null && vehicle?.number !== vehicleIn(opened)) void navigate(to(null), { replace: true })
              }}
            />
            {chosen && <OnVehicle vehicle={chosen} report={report} />}
          </>
        )
      }}
    </Loaded>
  )
}

function OnVehicle({ vehicle, report }: { vehicle: Vehicle; report: ReturnType<typeof useFaultReport> }) {
  return (
    <>
      <FaultForm vehicle={vehicle} report={report} />
      <ActiveFaults key={vehicle.number} vehicle={vehicle} />
    </>
  )
}
