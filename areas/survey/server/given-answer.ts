import type { AllWritten } from '#platform/server/db/rows.ts'
import type { Filled } from '../contract/form.ts'
import type { ContentType } from '../contract/status.ts'

/** An answer with everything that determines its group. */
export interface GivenAnswer {
  readonly year: number
  readonly form: ContentType
  readonly company: string | null
  readonly area: string | null
  readonly answers: Filled
  /**
   * Whether the answer is from before answers were sealed. An old log may name its author, so it does not count towards anybody's
   * anonymity.
   */
  readonly old: boolean
}

// No text contains a NUL: the contract refuses it, and so does PostgreSQL.
const BETWEEN = '\0'

/** A whole answer as one text, to be sealed. */
export function written({ year, form, company, area, answers, old, ...unwritten }: GivenAnswer): string {
  unwritten satisfies AllWritten
  return [year, form, company ?? '', area ?? '', old ? 'old' : '', ...Object.entries(answers).flat()].join(BETWEEN)
}

export function read(text: string): GivenAnswer {
  const [year, form, company, area, old, ...fields] = text.split(BETWEEN)
  const answers: [name: string, answer: string][] = []
  for (let at = 0; at < fields.length; at += 2) answers.push([fields[at] ?? '', fields[at + 1] ?? ''])
  return {
    year: Number(year),
    form: form as ContentType,
    company: company || null,
    area: area || null,
    old: old === 'old',
    answers: Object.fromEntries(answers),
  }
}
