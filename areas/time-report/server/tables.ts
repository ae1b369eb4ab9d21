import type { Generated } from 'kysely'
import type { WorkedMonth } from '#platform/contract/duties.ts'
import type { Database } from '#platform/server/area.ts'

export type ApprovedHours = Pick<WorkedMonth, 'duties' | 'plannedMinutes' | 'moreMinutes' | 'changed'>

/** Hours with the times of the month that were reported otherwise than planned, in words. */
export type SeenHours = ApprovedHours & { readonly times: readonly string[] }

export type TimeReportTables = {
  time_reports: {
    id: Generated<number>
    /** Short enough to say aloud, and does not reveal how many reports there are. */
    number: Generated<number>
    employee_id: string
    /** `YYYY-MM`. */
    period: string
    submitted_at: Date | null
    approved_at: Date | null
    revertable: Generated<boolean>
    /** What the office wrote when it returned the report; null unless the report waits for a new submission. */
    returned_why: string | null
    /**
     * The hours at the approval; null if the report is not approved, or was approved before hours were stored. `ahead`: those of duties that
     * were to end after the approval; absent if it was approved before these were stored.
     */
    approved_hours: (ApprovedHours & { readonly ahead?: ApprovedHours }) | null
    /** The hours that somebody in the office last saw; null if nobody has seen them since the employee last changed them. */
    seen_hours: SeenHours | null
  }
}

export const timeReportTables = (db: Database) => db.withTables<TimeReportTables>()
