import { lazy } from 'react'
import type { ReportKind } from '../../contract/report-kinds.ts'

/** The form of each kind. Each is loaded with its own fields; what they share is one common chunk. */
export const kindForms = {
  'vehicle-damage': lazy(() => import('../forms/DamageForm.tsx')),
  threat: lazy(() => import('../forms/ThreatForm.tsx')),
  'work-environment': lazy(() => import('../forms/WorkForm.tsx')),
  'traffic-information': lazy(() => import('../forms/TrafficForm.tsx')),
} satisfies Record<ReportKind, unknown>
