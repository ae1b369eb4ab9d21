import type { WebArea } from '#platform/web/shell/area.ts'
import { timeReportGate } from '../calls.ts'
import { TimeReportCard } from './TimeReportCard.tsx'

export const timeReport: WebArea = {
  blocks: [{ id: 'time-report', place: 'cards', gate: timeReportGate, component: TimeReportCard }],
}
