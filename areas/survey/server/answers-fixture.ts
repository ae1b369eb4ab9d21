import { type Filled, questionsOf, textsOf } from '../contract/form.ts'
import { formOf } from '../contract/forms/forms.ts'
import type { ContentType } from '../contract/status.ts'

/** A completed form, with `words` in every text field. */
export function filledForm(contenttype: ContentType, words = ''): Filled {
  const form = formOf(contenttype, 2027)
  return Object.fromEntries([
    ...questionsOf(form).map(({ name, answers }) => [name, answers[0]] as const),
    ...textsOf(form).map(({ name }) => [name, words] as const),
    ...form.unseen.map((name) => [name, ''] as const),
  ])
}
