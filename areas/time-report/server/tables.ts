import type { Generated } from 'kysely'
import type { WorkedMonth } from '#platform/contract/duties.ts'
import type { Database } from '#platform/server/area.ts'

export type ApprovedHours = Pick<WorkedMonth, 'duties' | 'plannedMinutes' | 'moreMinutes' | 'changed'>

/** With what of the month was reported otherwise than planned, in words. */
export type SeenHours = ApprovedHours & { readonly times: readonly string[] }

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
    /** As somebody in the office last saw them; null if nobody has since the employee changed the report. */
    seen_hours: SeenHours | null
  }
}

export const timeReportTables = (db: Database) => db.withTables<TimeReportTables>()
