import type { OfficeArea } from '#platform/web/office/area.ts'
import { inOffice } from '#platform/contract/claims.ts'
import { getTemplates } from '../office-calls.ts'
import { workListPath } from './work-list-path.ts'

/** The screens that all queues share. */
export const caseOffice: OfficeArea = {
  screens: [
    {
      path: 'svarsmallar',
      title: 'Svarsmallar',
      icon: 'document',
      gate: getTemplates.gate,
      load: () => import('./TemplatesScreen.tsx'),
    },
    {
      path: workListPath,
      title: 'Arbetslista',
      icon: 'duties',
      gate: inOffice,
      inMenu: false,
      load: () => import('./WorkListScreen.tsx'),
    },
  ],
  search: () => import('./CaseSearch.tsx'),
}
