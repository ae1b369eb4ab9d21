import type { DetailsForm } from '../contract.ts'
import type { Changes } from './draft.ts'

/** The fields of a form that differ from its starting values. */
export function changesOf(typed: DetailsForm, { base, tag }: { base: DetailsForm; tag: string }): Changes {
  const changed = (Object.keys(typed) as (keyof DetailsForm)[]).filter((field) => typed[field] !== base[field])
  const only = (values: DetailsForm) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  return { typed: only(typed), base: only(base), tag }
}
