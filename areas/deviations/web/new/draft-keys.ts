import type { ReportKind } from '../../rules.ts'

export const draftPrefix = 'avvikelse/'

/** Photos are kept apart from what is typed: they are large and change seldom. */
export const draftKey = (kind: ReportKind, part: 'svar' | 'bilder' = 'svar') => `${draftPrefix}${kind}/${part}`
