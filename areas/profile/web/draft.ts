import type { FormDraft } from '#platform/web/calls/forms/use-report.ts'
import { type Draft, useDraft } from '#platform/web/phone/drafts.ts'
import type { DetailsForm } from '../contract.ts'

/** The changed fields of a form, and the values and version that they started from. The phone keeps only these. */
export interface Changes {
  readonly typed: Partial<DetailsForm>
  readonly base: Partial<DetailsForm>
  readonly tag: string
}

/** The unsaved changes of the details. */
export const useProfileDraft = () =>
  useDraft<FormDraft<Changes>>('profile', { fields: { typed: {}, base: {}, tag: '' } })

export const isChanged = ({ typed }: Changes): boolean => Object.keys(typed).length > 0

/** The draft's changes; null if nothing was changed, as when an unchanged form could not be saved. */
export function changesIn({ draft }: Draft<FormDraft<Changes>>): Changes | null {
  return draft && isChanged(draft.fields) ? draft.fields : null
}
