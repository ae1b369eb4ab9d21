// What is written freely in a form of a case, in which words can be hidden, by its name.

export interface FormPlace {
  readonly form: string
  readonly item: number
  readonly field: string
}

export const partOfForm = ({ form, item, field }: FormPlace): string => `form:${form}:${item}:${field}`

/** A part may end in a number: the original of what has been written there anew. */
export function formPlaceOf(part: string): FormPlace | null {
  const [, form, item, field] = /^form:([\w-]+):(\d{1,4}):([\w-]+)(?::\d+)?$/.exec(part) ?? []
  return form === undefined || field === undefined ? null : { form, item: Number(item), field }
}
