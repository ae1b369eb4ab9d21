import type { ReportKind } from '../../contract/report-kinds.ts'

export const draftPrefix = 'avvikelse/'

/** What the keys of a kind's drafts begin with. */
export const draftsOf = (kind: ReportKind) => `${draftPrefix}${kind}/`

/** Photos are kept separately from the fields: they are large and rarely change. */
export const draftKey = (kind: ReportKind, part: 'svar' | 'bilder' = 'svar') => `${draftsOf(kind)}${part}`
