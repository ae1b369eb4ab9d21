import type { OfficeArea } from '#platform/web/office/area.ts'
import { getAudit } from '../calls.ts'

export const auditOffice: OfficeArea = {
  screens: [
    { path: 'logg', title: 'Logg', icon: 'shield', gate: getAudit.gate, load: () => import('./AuditScreen.tsx') },
  ],
}
