import { fits, type Sample } from '#platform/contract/fits.ts'

/** A sample of a form's draft, for `useDraft`. */
export const formDraftSample = { fields: {} }

/** The initial values of a form: the kept value of each field if it has the field's type, otherwise the empty value. */
export function continued<Fields extends object>(empty: Fields, kept: object | null | undefined): Fields {
  const fitting = Object.entries(kept ?? {}).filter(
    ([name, value]) => name in empty && fits(value, empty[name as keyof Fields] as Sample),
  )
  return { ...empty, ...Object.fromEntries(fitting) }
}
