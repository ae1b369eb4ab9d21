import type { Generated } from 'kysely'
import type { WorkedMonth } from '#platform/contract/duties.ts'
import type { Database } from '#platform/server/area.ts'

export type ApprovedHours = Pick<WorkedMonth, 'duties' | 'plannedMinutes' | 'moreMinutes' | 'changed'>

export type TimeReportTables = {
  time_reports: {
    id: Generated<number>
    /** Short enough to be said, and not a count. */
    number: Generated<number>
    employee_id: string
    /** `YYYY-MM`. */
    period: string
    submitted_at: Date | null
    approved_at: Date | null
    revertable: Generated<boolean>
    /** What the office wrote when it returned the report; null unless it waits to be submitted again. */
    returned_why: string | null
    /** As they were when it was approved; null if it is not, or was before they were kept. */
    approved_hours: ApprovedHours | null
  }
}

export const timeReportTables = (db: Database) => db.withTables<TimeReportTables>()
