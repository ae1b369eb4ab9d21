import { useRef, useState } from 'react'
import { type ReportOptions, useReport } from '#platform/web/calls/forms/use-report.ts'
import type { ReportState } from '#platform/web/calls/forms/report-state.ts'
import { ApiError } from '#platform/web/wire/api-error.ts'
import { picturesField } from '../contract.ts'
import { keptOf, type Photo } from './photo-queue.ts'
import { fileNameFor, type Photos } from './use-photos.ts'

interface PhotoReportOptions<Fields extends object, Body, Answer> extends Omit<
  ReportOptions<Fields, Body, Answer>,
  'otherDrafts' | 'contentOf' | 'outbox'
> {
  readonly photos: Photos
  readonly outbox: NonNullable<ReportOptions<Fields, Body, Answer>['outbox']>
}

const photosRefused = new ApiError(400, '', {
  photos: ['Alla bilder kunde inte skickas. Försök igen, eller ta bort dem som inte går att skicka.'],
})

/** `useReport` for a report with its photos: both are sent together, and leave the form together. */
export function usePhotoReport<Fields extends object, Body, Answer>(options: PhotoReportOptions<Fields, Body, Answer>) {
  const { photos } = options
  const [preparing, setPreparing] = useState(false)
  const [photosFailed, setPhotosFailed] = useState(false)
  const underWay = useRef(false)
  const handedOver = useRef<readonly Photo[]>([])
  const release = () => photos.release(handedOver.current.map(({ id }) => id))

  const report = useReport<Fields, Body, Answer>({
    ...options,
    otherDrafts: [photos.key],
    // Without the photos' names, which may change between attempts at the same report.
    contentOf: (body) => {
      const ids = handedOver.current.map(({ id }) => id)
      // The content in drafts of a version whose report had no photos.
      return ids.length === 0 && !(picturesField in (body as object)) ? body : [body, ids]
    },
    outbox: (body, fields) => ({
      ...options.outbox(body, fields),
      ...(handedOver.current.length > 0 && {
        attachments: {
          path: photos.upload.path,
          field: picturesField,
          files: keptOf(handedOver.current).map(({ file, fileName, key, name }) => ({
            file,
            fileName: fileNameFor(file, fileName),
            key,
            name,
          })),
        },
      }),
    }),
    onSent: (answer, body) => {
      release()
      options.onSent?.(answer, body)
    },
    onWaiting: (id) => {
      release()
      options.onWaiting?.(id)
    },
    onRefused: (error) => {
      if (picturesField in (error.modelState ?? {})) photos.sendAnew()
      options.onRefused?.(error)
    },
  })

  const state: ReportState<Answer> = photosFailed ? { kind: 'refused', error: photosRefused } : report.state
  return {
    ...report,
    state,
    busy: preparing || report.busy,
    /** Waits for the photos, then sends what `made` returns at once. Does nothing while a report is being sent. */
    submit: async (made: () => Body) => {
      if (underWay.current || report.busy) return
      // Before the photos are waited for, because the next report may be begun meanwhile, for example on another bus.
      const body = made()
      const fields = structuredClone(options.fields())
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
        await report.submitAsOf(fields, body)
      } finally {
        underWay.current = false
        setPreparing(false)
      }
    },
    clear: () => {
      void photos.discard()
      report.clear()
    },
    reset: () => {
      setPhotosFailed(false)
      report.reset()
    },
  }
}
