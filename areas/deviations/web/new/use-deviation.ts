import { useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type FormDraft, useReport } from '#platform/web/calls/forms/use-report.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import type { Draft } from '#platform/web/phone/drafts.ts'
import { ApiError } from '#platform/web/wire/api-error.ts'
import { getDeviations, uploadImage } from '../../calls.ts'
import type { Added } from '../../contract/common.ts'
import { reportKinds } from '../../contract/report-kinds.ts'
import type { Photo } from '../photos/photo-queue.ts'
import { fileNameFor, type Photos } from '../photos/use-photos.ts'
import { draftKey } from './draft-keys.ts'
import { type Definition, type FormContext, problemsOf } from './definition.ts'

/** Where it was saved: on the server, or on the phone under its key until there is coverage. */
export type Saved = { readonly kind: 'sent'; readonly added: Added } | { readonly kind: 'waiting'; readonly id: string }

interface DeviationProps<Fields extends FieldValues, Payload> {
  definition: Definition<Fields, Payload>
  form: UseFormReturn<Fields, FormContext>
  context: FormContext
  photos: Photos
  draft: Draft<FormDraft<Fields>>
  onSaved: (saved: Saved) => void
}

/** 0 idle, 1 saving, 2 done, 3 error: the specification's save status. */
type SaveStatus = 0 | 1 | 2 | 3

const photosRefused = new ApiError(400, '', {
  photos: ['Alla bilder kunde inte skickas. Försök igen, eller ta bort dem som inte går att skicka.'],
})

/** A deviation with its photos: kept while it is filled in, and saved once however many attempts are made. */
export function useDeviation<Fields extends FieldValues, Payload>(props: DeviationProps<Fields, Payload>) {
  const { definition, form, context, photos, draft, onSaved } = props
  const { kind } = definition
  const [preparing, setPreparing] = useState(false)
  const [photosFailed, setPhotosFailed] = useState(false)
  const underWay = useRef(false)
  const handedOver = useRef<readonly Photo[]>([])
  const { getValues } = form

  const report = useReport<Fields, Payload, Added>({
    call: definition.call,
    draft,
    otherDrafts: [draftKey(kind, 'bilder')],
    fields: getValues,
    // A receipt replaces the form.
    empty: () => undefined,
    isDraft: () => true,
    // Without the photos' names, which may change between attempts at the same report.
    contentOf: (payload) => [payload, handedOver.current.map(({ id }) => id)],
    outbox: () => ({
      what: reportKinds.find((each) => each.kind === kind)?.label ?? 'Avvikelse',
      attachments: {
        path: uploadImage.path,
        field: 'AttachmentUploadBlobNames',
        files: handedOver.current.map(({ blob, fileName, key, name }) => ({
          blob,
          fileName: fileNameFor(blob, fileName),
          key,
          name,
        })),
      },
    }),
    onSent: (added) => {
      // Discard the loaded list: without the new report it would look as if the report had been lost.
      queryClient.removeQueries({ queryKey: keyOf(getDeviations) })
      onSaved({ kind: 'sent', added })
    },
    onWaiting: (id) => onSaved({ kind: 'waiting', id }),
    onRefused: ({ modelState = {} }) => {
      if ('AttachmentUploadBlobNames' in modelState) photos.sendAnew()
    },
  })

  const save = async () => {
    if (underWay.current || report.busy) return
    underWay.current = true
    setPreparing(true)
    setPhotosFailed(false)
    report.reset()
    try {
      const taken = await photos.handOver()
      if (taken === null) {
        setPhotosFailed(true)
        return
      }
      handedOver.current = taken
      await report.submit(definition.payloadOf(getValues(), context, []))
    } finally {
      underWay.current = false
      setPreparing(false)
    }
  }

  const { state } = report
  const error = photosFailed ? photosRefused : state.kind === 'refused' ? state.error : null
  const busy = preparing || report.busy
  const status: SaveStatus = busy ? 1 : error ? 3 : state.kind === 'idle' ? 0 : 2
  return {
    status,
    save,
    /** Saves the fields in the draft. */
    keep: report.changed,
    /** Why it was not saved. */
    error,
    problems: () => problemsOf(definition, getValues(), context),
  }
}
