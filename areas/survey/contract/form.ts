import * as z from 'zod/mini'
import { text } from '#platform/contract/text.ts'
import type { ContentType } from './status.ts'

/** The degrees of agreement, as sent. */
export const scale = [
  '4) Håller helt med',
  '3) Håller med till viss del',
  '2) Håller inte med',
  '1) Håller inte alls med',
] as const

/** Whether something has improved over the last year. */
const change = ['JA', 'NEJ', 'OFÖRÄNDRAT', 'VET EJ'] as const

export interface Question {
  /** The name of its field on the wire. */
  readonly name: string
  readonly text: string
  readonly answers: typeof scale | typeof change
}

/** A text field for comments; never required. */
export interface FreeText {
  readonly name: string
  readonly text: string
}

export interface Section {
  readonly title: string
  readonly questions: readonly Question[]
  readonly texts: readonly FreeText[]
}

/** One form of one year: it determines what is shown, what both sides check, and how the results are read. */
export interface SurveyForm {
  readonly contenttype: ContentType
  readonly sections: readonly Section[]
  /** Fields that are sent but not shown. */
  readonly unseen: readonly string[]
}

export const agree = (name: string, wording: string): Question => ({ name, text: wording, answers: scale })
export const improved = (name: string, wording: string): Question => ({ name, text: wording, answers: change })

export const questionsOf = ({ sections }: SurveyForm): readonly Question[] =>
  sections.flatMap(({ questions }) => questions)
export const textsOf = ({ sections }: SurveyForm): readonly FreeText[] => sections.flatMap(({ texts }) => texts)

export type Filled = Record<string, string>

export const LONGEST_TEXT = 4000

/** The schema of a text field. */
export const freeText = text({ max: LONGEST_TEXT, label: 'Texten' })

/** The schema of a completed form: each question is answered, and there are no other fields. */
export function schemaOf(form: SurveyForm): z.ZodMiniType<Filled, Filled> {
  const questions = questionsOf(form).map(({ name, answers }) => [name, z.enum(answers, 'Måste anges')] as const)
  const free = [...textsOf(form).map(({ name }) => name), ...form.unseen].map(
    (name) => [name, z._default(freeText, '')] as const,
  )
  return z.strictObject(Object.fromEntries<z.ZodMiniType<string>>([...questions, ...free])) as unknown as z.ZodMiniType<
    Filled,
    Filled
  >
}

/** The form before anything is answered. */
export function blankOf(form: SurveyForm): Filled {
  const names = [...questionsOf(form), ...textsOf(form)].map(({ name }) => name)
  return Object.fromEntries([...names, ...form.unseen].map((name) => [name, '']))
}
