import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useAddressee } from '#core/cases/web/on-behalf.ts'
import { usePhotoReport } from '#core/pictures/web/use-photo-report.ts'
import type { Photos } from '#core/pictures/web/use-photos.ts'
import type { FormDraft } from '#platform/web/calls/forms/use-report.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import type { Draft } from '#platform/web/phone/drafts.ts'
import { getDeviations } from '../../calls.ts'
import type { Added } from '../../contract/common.ts'
import { reportKinds } from '../../contract/report-kinds.ts'
import { type Definition, type FormContext, problemsOf } from './definition.ts'

/** Where the report was saved: on the server, or on the phone, under `id`, until there is coverage. */
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

/** A deviation with its photos: it is kept while it is filled in, and saved once, however many attempts are made. */
export function useDeviation<Fields extends FieldValues, Payload>(props: DeviationProps<Fields, Payload>) {
  const { definition, form, context, photos, draft, onSaved } = props
  const { getValues } = form
  const { bodyOf, callOf, listedAs } = useAddressee()

  const report = usePhotoReport<Fields, Payload, Added>({
    photos,
    call: callOf(definition.call),
    draft,
    fields: getValues,
    // A receipt replaces the form.
    empty: () => undefined,
    isDraft: () => true,
    // For a report that is sent when its form has gone.
    reloads: [getDeviations],
    outbox: (_body, fields) => ({
      ...listedAs(reportKinds.find(({ kind }) => kind === definition.kind)?.label ?? 'Avvikelse'),
      written: definition.steps.flatMap(({ summary }) => summary(fields, context)),
    }),
    onSent: (added) => {
      // Discard the loaded list: without the new report it would look as if the report had been lost.
      queryClient.removeQueries({ queryKey: keyOf(getDeviations) })
      onSaved({ kind: 'sent', added })
    },
    onWaiting: (id) => onSaved({ kind: 'waiting', id }),
  })

  const { state, busy } = report
  const error = state.kind === 'refused' ? state.error : null
  const status: SaveStatus = busy ? 1 : error ? 3 : state.kind === 'idle' ? 0 : 2
  return {
    status,
    save: () => report.submit(() => bodyOf(definition.payloadOf(getValues(), context, []))),
    /** Saves the fields in the draft. */
    keep: report.changed,
    /** Why the report was not saved. */
    error,
    problems: () => problemsOf(definition, getValues(), context),
  }
}
