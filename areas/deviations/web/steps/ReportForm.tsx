import { useState } from 'react'
import { useAddressee } from '#core/cases/web/on-behalf.ts'
import type { FieldValues } from 'react-hook-form'
import { getVehicles } from '#core/vehicles/calls.ts'
import { formDraftSample } from '#platform/web/calls/forms/continued.ts'
import { NotKept } from '#platform/web/calls/forms/NotKept.tsx'
import type { FormDraft } from '#platform/web/calls/forms/use-report.ts'
import { useDraft } from '#platform/web/phone/drafts.ts'
import { useFailure } from '#platform/web/calls/use-failure.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { variant } from '#platform/web/page/variant.ts'
import { getFormOptions, uploadImage } from '../../calls.ts'
import { type FormOptions, MAX_PICTURES } from '../../contract/common.ts'
import { formOptionsFailed } from '../failures.ts'
import { type Photos, usePhotos } from '#core/pictures/web/use-photos.ts'
import type { Definition, FormContext } from './definition.ts'
import { draftKey } from './draft-keys.ts'
import { FormInSteps } from './FormInSteps.tsx'
import { Receipt } from './Receipt.tsx'
import type { Saved } from './use-deviation.ts'
import { useReceipt } from './use-receipt.ts'

const noOptions: FormOptions = {
  arbetsmoment: [],
  vadHande: [],
  varNagot: [],
  forhallanden: [],
  forslag: [],
  hallplatskategori: [],
  skadeplatskategori: [],
  forsakringskategori: [],
}

/** The form of one kind, which ends with a receipt. */
export function ReportForm<Fields extends FieldValues, Payload>({
  definition,
}: {
  definition: Definition<Fields, Payload>
}) {
  const { kind } = definition
  const { draftKey: keyFor } = useAddressee()
  // Outside the open form: a photo that was added while the report was saved may become ready under the receipt.
  const photos = usePhotos({
    key: keyFor(draftKey(kind, 'bilder')),
    upload: uploadImage,
    most: MAX_PICTURES,
    sentLater: 'Du kan spara ändå: det som saknas skickas med avvikelsen när du har täckning.',
  })
  const { receipt, showReceipt } = useReceipt()
  if (receipt) return <Receipt saved={receipt} kind={kind} />
  return <OpenForm definition={definition} photos={photos} onSaved={showReceipt} />
}

interface OpenFormProps<Fields extends FieldValues, Payload> {
  definition: Definition<Fields, Payload>
  photos: Photos
  onSaved: (saved: Saved) => void
}

/** Loads what the form needs, and restores the draft. After a receipt that is what was changed while the report was saved. */
function OpenForm<Fields extends FieldValues, Payload>({
  definition,
  photos,
  onSaved,
}: OpenFormProps<Fields, Payload>) {
  const { kind, needsOptions } = definition
  const options = useCall(getFormOptions, undefined, {
    failedText: formOptionsFailed,
    staleTime: 300_000,
    enabled: needsOptions,
  })
  const vehicles = useCall(getVehicles, undefined, {
    failedText: 'Hämta fordon misslyckades',
    staleTime: 300_000,
    enabled: variant.vehicleList,
  })
  const { draftKey: keyFor } = useAddressee()
  const draft = useDraft<FormDraft<Fields>>(keyFor(draftKey(kind)), formDraftSample)
  // Starting over mounts a new form.
  const [round, setRound] = useState(0)

  const failure = useFailure(options)
  const waits = needsOptions && !options.data
  if (waits && failure) return <Failed {...failure} />
  if (waits || draft.draft === undefined || !photos.ready) {
    return <Skeleton text="Laddar formulärdata.." spoken lines={5} />
  }
  const context: FormContext = {
    options: options.data ?? noOptions,
    vehicles: variant.vehicleList ? (vehicles.data ?? null) : null,
    fromList: variant.vehicleList,
  }
  return (
    <>
      <NotKept draft={draft} />
      <FormInSteps
        key={round}
        definition={definition}
        context={context}
        photos={photos}
        draft={draft}
        onStartOver={async () => {
          await Promise.all([draft.discard(), photos.discard()])
          setRound((last) => last + 1)
        }}
        onSaved={onSaved}
      />
    </>
  )
}
