import type { SurveyForm } from '../form.ts'
import { driverForm2026 } from './driver-2026.ts'
import { salariedForm2026 } from './salaried-2026.ts'
import type { ContentType } from '../status.ts'

interface Edition {
  readonly from: number
  readonly forms: Readonly<Record<ContentType, SurveyForm>>
}

/** Newest first. Questions that have been used never change: a new wording is a new edition. */
const editions: readonly [Edition, ...Edition[]] = [
  { from: 2026, forms: { forare: driverForm2026, tjansteman: salariedForm2026 } },
]

/** The form of a year's survey: that year's edition, otherwise the latest before it. */
export function formOf(contenttype: ContentType, year: number): SurveyForm {
  const edition = editions.find(({ from }) => from <= year) ?? editions[0]
  return edition.forms[contenttype]
}
