// The names of the free-text fields in a case's forms, in which words can be hidden.

export interface FormPlace {
  readonly form: string
  readonly item: number
  readonly field: string
}

export const partOfForm = ({ form, item, field }: FormPlace): string => `form:${form}:${item}:${field}`

/** A part may end in a number: it then names the original of a text that was written in the field later. */
export function formPlaceOf(part: string): FormPlace | null {
  const [, form, item, field] = /^form:([\w-]+):(\d{1,4}):([\w-]+)(?::\d+)?$/.exec(part) ?? []
  return form === undefined || field === undefined ? null : { form, item: Number(item), field }
}
