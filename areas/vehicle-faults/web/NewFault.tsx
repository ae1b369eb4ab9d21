import { useAddressee } from '#core/cases/web/on-behalf.ts'
import { type Photos, usePhotos } from '#core/pictures/web/use-photos.ts'
import type { Vehicle } from '#core/vehicles/contract.ts'
import { uploadFaultPicture } from '../calls.ts'
import { MAX_PICTURES } from '../contract.ts'
import { FaultForm } from './FaultForm.tsx'
import { NewFaultCard } from './NewFaultCard.tsx'
import { type FaultDraft, useFaultReport } from './use-fault-report.ts'

interface NewFaultProps {
  readonly draft: FaultDraft
  /** Null while none is chosen: nothing is shown then, and what was typed stays. */
  readonly vehicle: Vehicle | null
  readonly nameOf: (vehicleNumber: string) => string | undefined
}

/** A new report on the chosen vehicle, with its photos. */
export default function NewFault(props: NewFaultProps) {
  const { draftKey } = useAddressee()
  const photos = usePhotos({
    key: draftKey('felrapport/bilder'),
    upload: uploadFaultPicture,
    most: MAX_PICTURES,
    sentLater: 'Du kan skicka felrapporten ändå: bilderna följer med när du har täckning.',
  })
  if (photos.ready) return <Report {...props} photos={photos} />
  return props.vehicle && <NewFaultCard vehicle={props.vehicle} />
}

function Report({ vehicle, ...options }: NewFaultProps & { photos: Photos }) {
  const report = useFaultReport({ ...options, vehicleNumber: vehicle?.number ?? '' })
  return vehicle && <FaultForm vehicle={vehicle} report={report} />
}
