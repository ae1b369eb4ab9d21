import type { OfficeArea } from '#platform/web/office/area.ts'
import { getTemplates } from '../office-calls.ts'

/** What belongs to all queues together. */
export const caseOffice: OfficeArea = {
  screens: [
    {
      path: 'svarsmallar',
      title: 'Svarsmallar',
      icon: 'document',
      gate: getTemplates.gate,
      load: () => import('./TemplatesScreen.tsx'),
    },
  ],
  search: () => import('./CaseSearch.tsx'),
}
