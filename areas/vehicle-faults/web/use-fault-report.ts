import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useAddressee } from '#core/cases/web/on-behalf.ts'
import { usePhotoReport } from '#core/pictures/web/use-photo-report.ts'
import type { Photos } from '#core/pictures/web/use-photos.ts'
import type { Vehicle } from '#core/vehicles/contract.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import type { Draft } from '#platform/web/phone/drafts.ts'
import { continued } from '#platform/web/calls/forms/continued.ts'
import { type FormDraft, useTyping } from '#platform/web/calls/forms/use-report.ts'
import { whileTyping } from '#platform/web/calls/forms/while-typing.ts'
import { addFault, getActiveFaults, getFaultCategories, getOwnFaults } from '../calls.ts'
import { type AddFault, type FaultCategory, FaultFields } from '../contract.ts'
import type { Entered } from '../office-contract.ts'
import { useVehicles } from './use-vehicles.ts'

export type FaultDraft = Draft<FormDraft<FaultFields>>

const blank: FaultFields = { category: '', text: '', vehicleNumber: '' }

/** A category can be chosen only once the form has loaded all of them. */
const categoryName = (chosen: number): string =>
  queryClient.getQueryData<FaultCategory[]>(keyOf(getFaultCategories))?.find(({ id }) => id === chosen)?.name ?? ''

interface FaultReportProps {
  draft: FaultDraft
  photos: Photos
  /** The chosen vehicle; null while none is chosen. */
  vehicle: Vehicle | null
}

/** A report that is being written: it is saved on the phone at every change, and sent once. */
export function useFaultReport({ draft, photos, vehicle }: FaultReportProps) {
  const { bodyOf, callOf, listedAs } = useAddressee()
  const { data: vehicles } = useVehicles()
  const [restored, setRestored] = useState(draft.draft !== null)
  const [sent, setSent] = useState<AddFault | null>(null)
  const form = useForm<FaultFields>({
    resolver: standardSchemaResolver(FaultFields),
    ...whileTyping,
    defaultValues: continued(blank, draft.draft?.fields),
  })
  const report = usePhotoReport<FaultFields, AddFault, boolean | Entered>({
    photos,
    call: callOf<boolean | Entered, AddFault>(addFault),
    draft,
    fields: form.getValues,
    // The next report is often on the same bus.
    empty: () => {
      form.reset({ ...blank, vehicleNumber: form.getValues('vehicleNumber') })
      setRestored(false)
    },
    isDraft: ({ category, text }) => Boolean(category || text) || photos.read().length > 0,
    reloads: [getActiveFaults, getOwnFaults],
    outbox: (body) => ({
      ...listedAs('Felrapport'),
      about: vehicles?.find(({ number }) => number === body.vehicleNumber)?.name,
      written: [
        ['Kategori', categoryName(body.faultCategoryNumber)],
        ['Felrapport', body.text],
      ],
    }),
  })
  useTyping(form, report.changed)

  const vehicleNumber = vehicle?.number ?? ''
  const wasChosen = useRef(false)
  useEffect(() => {
    wasChosen.current ||= vehicleNumber !== ''
    // The draft's vehicle stays until the vehicles have loaded.
    if (!wasChosen.current || form.getValues('vehicleNumber') === vehicleNumber) return
    // The receipt of the last report does not apply to another vehicle.
    report.reset()
    form.setValue('vehicleNumber', vehicleNumber)
    // oxlint-disable-next-line react/exhaustive-deps -- only when another one has been chosen
  }, [vehicleNumber])

  return {
    form,
    /** Photos without a bus would be hidden after a reload, so adding one saves the fields too. */
    photos: {
      ...photos,
      add: (files: readonly File[]) => {
        const leftOut = photos.add(files)
        report.changed()
        return leftOut
      },
      remove: (...ids: readonly string[]) => {
        photos.remove(...ids)
        report.changed()
      },
    },
    /** Whether the form contains a draft from before the screen was opened. */
    restored,
    draft,
    state: report.state,
    busy: report.busy,
    /** The last report that was sent, for its receipt. */
    sent,
    clear: report.clear,
    submit: form.handleSubmit(() =>
      report.submit(() => {
        const { category, ...rest } = form.getValues()
        const body = { faultCategoryNumber: Number(category), ...rest }
        setSent(body)
        return bodyOf(body)
      }),
    ),
  }
}
