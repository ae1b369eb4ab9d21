import { type Filled, questionsOf, textsOf } from '../contract/form.ts'
import { formOf } from '../contract/forms.ts'
import type { ContentType } from '../contract/status.ts'

/** A filled form; `words` stand in every box for words of one's own. */
export function filledForm(contenttype: ContentType, words = ''): Filled {
  const form = formOf(contenttype, 2027)
  return Object.fromEntries([
    ...questionsOf(form).map(({ name, answers }) => [name, answers[0]] as const),
    ...textsOf(form).map(({ name }) => [name, words] as const),
    ...form.unseen.map((name) => [name, ''] as const),
  ])
}
