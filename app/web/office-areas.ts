import { caseOffice } from '#core/cases/web/office.ts'
import type { OfficeArea } from '#platform/web/office/area.ts'
import { dutyOffice } from '../../areas/assignments/web/office.ts'
import { deviationOffice } from '../../areas/deviations/web/office.ts'
import { auditOffice } from '../../areas/office-audit/web/office.ts'
import { employeeOffice } from '../../areas/office-employees/web/office.ts'
import { commentOffice } from '../../areas/news/web/office.ts'
import { rolesOffice } from '../../areas/office-roles/web/office.ts'
import { suggestionOffice } from '../../areas/suggestions/web/office.ts'
import { timeReportOffice } from '../../areas/time-report/web/office.ts'
import { faultOffice } from '../../areas/vehicle-faults/web/office.ts'

/** The areas' parts for the office, in the order of its menu. Loaded with the office. */
export const officeAreas: readonly OfficeArea[] = [
  faultOffice,
  deviationOffice,
  suggestionOffice,
  commentOffice,
  timeReportOffice,
  dutyOffice,
  employeeOffice,
  caseOffice,
  rolesOffice,
  auditOffice,
]
