import type { DetailsForm } from '../contract.ts'

/** Unsaved changes, and the values that they started from. The phone keeps only the changed fields. */
export interface ProfileDraft {
  readonly typed: Partial<DetailsForm>
  readonly base: Partial<DetailsForm>
  readonly tag: string
}

/** The fields of a form that differ from its starting values; null if none do. */
export function draftOf(typed: DetailsForm, { base, tag }: { base: DetailsForm; tag: string }): ProfileDraft | null {
  const changed = (Object.keys(typed) as (keyof DetailsForm)[]).filter((field) => typed[field] !== base[field])
  const only = (values: DetailsForm) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  return changed.length === 0 ? null : { typed: only(typed), base: only(base), tag }
}
