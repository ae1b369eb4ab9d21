import type { WebArea } from '#platform/web/shell/area.ts'
import { timeReportGate } from '../calls.ts'

export const timeReport: WebArea = {
  blocks: [{ id: 'time-report', place: 'side', gate: timeReportGate, load: () => import('./TimeReportCard.tsx') }],
}
