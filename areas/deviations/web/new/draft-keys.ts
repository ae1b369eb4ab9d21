import type { ReportKind } from '../../rules.ts'

export const draftPrefix = 'avvikelse/'

/** Photos are kept apart from what is typed: they are large and change seldom. */
export const draftKey = (kind: ReportKind, part: 'svar' | 'bilder' = 'svar') => `${draftPrefix}${kind}/${part}`

/** A write under way or of unknown outcome: the same report again goes by the same key. */
export interface Attempt {
  readonly text: string
  readonly key: string
}

export interface KeptForm<Fields> {
  readonly fields: Fields
  readonly attempt: Attempt | null
}
