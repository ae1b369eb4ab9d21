import { use } from 'react'
import { useAddressee } from '#core/cases/web/on-behalf.ts'
import { type Photos, usePhotos } from '#core/pictures/web/use-photos.ts'
import { formDraftSample } from '#platform/web/calls/forms/continued.ts'
import { useDraft } from '#platform/web/phone/drafts.ts'
import { uploadFaultPicture } from '../calls.ts'
import { MAX_PICTURES } from '../contract.ts'
import { ChosenVehicleContext } from './chosen-vehicle.ts'
import { FaultForm } from './FaultForm.tsx'
import { NewFaultCard } from './NewFaultCard.tsx'
import { type FaultDraft, useFaultReport } from './use-fault-report.ts'

/** A new report on the chosen vehicle, with its photos. Without a chosen vehicle nothing is shown, but typed values stay. */
export default function NewFault() {
  const vehicle = use(ChosenVehicleContext)
  const { draftKey } = useAddressee()
  // Read together with its photos: in another tab both may have changed since the screen was opened.
  const draft: FaultDraft = useDraft(draftKey('felrapport'), formDraftSample)
  const photos = usePhotos({
    key: draftKey('felrapport/bilder'),
    upload: uploadFaultPicture,
    most: MAX_PICTURES,
    sentLater: 'Du kan skicka felrapporten ändå: det som saknas följer med när du har täckning.',
  })
  if (draft.draft !== undefined && photos.ready) return <Report draft={draft} photos={photos} />
  return vehicle && <NewFaultCard vehicle={vehicle} />
}

function Report(options: { draft: FaultDraft; photos: Photos }) {
  const vehicle = use(ChosenVehicleContext)
  const report = useFaultReport({ ...options, vehicle })
  return vehicle && <FaultForm vehicle={vehicle} report={report} />
}
