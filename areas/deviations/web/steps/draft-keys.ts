import type { ReportKind } from '../../contract/report-kinds.ts'

export const draftPrefix = 'avvikelse/'

/** Photos are kept separately from the fields: they are large and rarely change. */
export const draftKey = (kind: ReportKind, part: 'svar' | 'bilder' = 'svar') => `${draftPrefix}${kind}/${part}`
