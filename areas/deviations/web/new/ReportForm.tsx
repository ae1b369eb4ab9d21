import { useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { getVehicles } from '#platform/contract/vehicles.ts'
import { useDraft } from '#platform/web/drafts.ts'
import { useCall } from '#platform/web/http/query.ts'
import { useHandedOver } from '#platform/web/outbox/handed-over.ts'
import { Failed, Notice } from '#platform/web/ui/Notice.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { variant } from '#platform/web/variant.ts'
import { deviceName } from '#platform/web/ui/use-media.ts'
import { getFormOptions } from '../../calls.ts'
import type { Added, FormOptions } from '../../contract/common.ts'
import { usePhotos } from '../photos/use-photos.ts'
import type { Definition, Means } from './definition.ts'
import { draftKey, type KeptForm } from './draft-keys.ts'
import { FormInSteps } from './FormInSteps.tsx'
import { Receipt } from './Receipt.tsx'

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

/** The form of one kind: what it needs is loaded, what was typed last time is taken up, and a receipt ends it. */
export function ReportForm<Fields extends FieldValues, Payload>({
  definition,
}: {
  definition: Definition<Fields, Payload>
}) {
  const { kind, needsOptions } = definition
  const options = useCall(getFormOptions, undefined, {
    failedText: 'Hämta formulärdata för incidentrapport misslyckades',
    staleTime: 300_000,
    enabled: needsOptions,
  })
  const vehicles = useCall(getVehicles, undefined, {
    failedText: 'Hämta fordon misslyckades',
    staleTime: 300_000,
    enabled: variant.vehicleList,
  })
  const draft = useDraft<KeptForm<Fields>>(draftKey(kind), { fields: {} })
  const photos = usePhotos(draftKey(kind, 'bilder'))
  const [receipt, setReceipt] = useState<Added | 'waiting' | null>(null)
  // A form begun anew is another form.
  const [round, setRound] = useState(0)

  const handedOver = useHandedOver(draft.draft?.attempt?.key)
  const { discard } = draft
  const discardPhotos = photos.discard
  useEffect(() => {
    // The page went away between the outbox and the draft.
    if (handedOver && !receipt) void Promise.all([discard(), discardPhotos()])
    // oxlint-disable-next-line react/exhaustive-deps -- both are made anew at each drawing; once is enough
  }, [handedOver])

  if (receipt) return <Receipt added={receipt} kind={kind} />
  if (needsOptions && options.isError && !options.isFetching) {
    return <Failed error={options.error} onRetry={() => void options.refetch()} />
  }
  if (
    (needsOptions && !options.data) ||
    draft.draft === undefined ||
    !photos.ready ||
    (handedOver !== false && draft.draft?.attempt)
  ) {
    return <Skeleton text="Laddar formulärdata.." spoken lines={5} />
  }
  const means: Means = {
    options: options.data ?? noOptions,
    vehicles: variant.vehicleList ? (vehicles.data ?? null) : null,
    fromList: variant.vehicleList,
  }
  const giveUp = async () => {
    await Promise.all([draft.discard(), photos.discard()])
  }
  return (
    <>
      {draft.failed && (
        <Notice kind="warning">Det du skriver kan inte sparas på {deviceName()}. Skicka innan du lämnar sidan.</Notice>
      )}
      <FormInSteps
        key={round}
        definition={definition}
        means={means}
        photos={photos}
        draft={draft}
        onStartOver={async () => {
          await giveUp()
          setRound((last) => last + 1)
        }}
        onSaved={(added) => {
          setReceipt(added)
          void giveUp()
        }}
      />
    </>
  )
}
