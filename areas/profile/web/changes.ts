import type { DetailsForm } from '../contract.ts'

/** Changes that are not saved, and what they were made on: of what is not being changed the phone keeps nothing. */
export interface ProfileDraft {
  readonly typed: Partial<DetailsForm>
  readonly base: Partial<DetailsForm>
  readonly tag: string
}

/** What of a form differs from what it began from; null where nothing does. */
export function draftOf(typed: DetailsForm, { base, tag }: { base: DetailsForm; tag: string }): ProfileDraft | null {
  const changed = (Object.keys(typed) as (keyof DetailsForm)[]).filter((field) => typed[field] !== base[field])
  const only = (values: DetailsForm) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  return changed.length === 0 ? null : { typed: only(typed), base: only(base), tag }
}
