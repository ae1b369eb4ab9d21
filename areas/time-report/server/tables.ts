import type { Generated } from 'kysely'
import type { Database } from '#platform/server/area.ts'

export type TimeReportTables = {
  time_reports: {
    id: Generated<number>
    employee_id: string
    /** `YYYY-MM`. */
    period: string
    submitted_at: Date | null
    approved_at: Date | null
    revertable: Generated<boolean>
  }
}

export const timeReportTables = (db: Database) => db.withTables<TimeReportTables>()
