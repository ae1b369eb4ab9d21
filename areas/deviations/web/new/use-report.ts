import { useCallback, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type Attempt, attemptAt } from '#platform/web/forms/attempt.ts'
import { keyOf, useSend } from '#platform/web/http/query.ts'
import { queryClient } from '#platform/web/http/query-client.ts'
import { type Draft, flushDrafts } from '#platform/web/drafts.ts'
import { getDeviations, uploadImage } from '../../calls.ts'
import type { Added } from '../../contract/common.ts'
import { reportKinds } from '../../rules.ts'
import type { Photo } from '../photos/photo-queue.ts'
import { fileNameFor, type Photos } from '../photos/use-photos.ts'
import type { KeptForm } from './draft-keys.ts'
import { type Definition, type Means, problemsOf } from './definition.ts'

interface ReportProps<Fields extends FieldValues, Payload> {
  definition: Definition<Fields, Payload>
  form: UseFormReturn<Fields, Means>
  means: Means
  photos: Photos
  draft: Draft<KeptForm<Fields>>
  /** Told what the server answered; `waiting` where the report lies on the phone until there is coverage. */
  onSaved: (added: Added | 'waiting') => void
}

/** 0 idle, 1 saving, 2 done, 3 error: the specification's save status. */
export type SaveStatus = 0 | 1 | 2 | 3

/** Saving a report with its photos, once however often it is tried. */
export function useReport<Fields extends FieldValues, Payload>(props: ReportProps<Fields, Payload>) {
  const { definition, form, means, photos, draft, onSaved } = props
  const [waiting, setWaiting] = useState(false)
  const [photosFailed, setPhotosFailed] = useState(false)
  const underWay = useRef(false)
  const handedOver = useRef<readonly Photo[]>([])
  const attempt = useRef<Attempt | null>(draft.draft?.attempt ?? null)

  const { save: store } = draft
  const { getValues } = form
  const keep = useCallback(() => {
    store({ fields: structuredClone(getValues()), attempt: attempt.current })
  }, [store, getValues])

  const sending = useSend(definition.call, {
    once: () => attempt.current?.key ?? '',
    outbox: () => ({
      what: reportKinds.find(({ kind }) => kind === definition.kind)?.label ?? 'Avvikelse',
      attachments: {
        path: uploadImage.path,
        field: 'AttachmentUploadBlobNames',
        files: handedOver.current.map(({ blob, fileName, name }) => ({
          blob,
          fileName: fileNameFor(blob, fileName),
          name,
        })),
      },
    }),
    onSuccess: (added) => {
      // A list without it would look as if it had been lost: what was loaded before goes.
      queryClient.removeQueries({ queryKey: keyOf(getDeviations) })
      onSaved(added)
    },
    onWaiting: () => onSaved('waiting'),
    onError: ({ modelState = {} }) => {
      // The server knows the key by another report, so what stands here cannot be stored under it.
      if ('Idempotency-Key' in modelState) attempt.current = null
      if ('AttachmentUploadBlobNames' in modelState) photos.sendAnew()
    },
  })

  const save = async () => {
    if (underWay.current || sending.busy) return
    underWay.current = true
    setWaiting(true)
    setPhotosFailed(false)
    sending.reset()
    try {
      const taken = await photos.handOver()
      if (taken === null) {
        setPhotosFailed(true)
        return
      }
      handedOver.current = taken
      // Without the photos' names, which may change from one attempt to the next: the report is the same.
      const payload = definition.payloadOf(getValues(), means, [])
      attempt.current = attemptAt(JSON.stringify([payload, taken.map(({ id }) => id)]), attempt.current)
      keep()
      await flushDrafts()
      sending.submit(payload)
    } finally {
      underWay.current = false
      setWaiting(false)
    }
  }

  const busy = waiting || sending.busy
  const status: SaveStatus = busy ? 1 : sending.answer ? 2 : sending.error || photosFailed ? 3 : 0
  return {
    status,
    save,
    /** Puts what is typed into the draft. */
    keep,
    /** What the error box says. */
    messages: photosFailed
      ? ['Alla bilder kunde inte skickas. Försök igen, eller ta bort dem som inte går att skicka.']
      : messagesOf(sending.error?.modelState),
    /** The server failed: whether the report was stored is not known. */
    unanswered: sending.error !== null && (sending.error.status === 0 || sending.error.status >= 500),
    problems: () => problemsOf(definition, getValues(), means),
  }
}

function messagesOf(modelState: Readonly<Record<string, readonly string[]>> | undefined): readonly string[] {
  const messages = [...new Set(Object.values(modelState ?? {}).flat())]
  return messages.length > 0 ? messages : ['Okänt fel inträffade']
}
