import type { Generated } from 'kysely'
import type { Database } from '#platform/server/area.ts'

export type PayslipTables = {
  payslips: {
    id: Generated<number>
    employee_id: string
    /** As the payroll system calls it. */
    period: string
    /** The same for all spellings of one period. */
    period_key: string
    /** `YYYY-MM-DD`. */
    payment_date: string
    sealed: Uint8Array
    created_at: Date
    /** Null: encrypted before keys had ids. */
    key_id: string | null
  }
  payslip_openings: { employee_id: string; payslip_id: number; opened_at: Date }
}

export const payslipTables = (db: Database) => db.withTables<PayslipTables>()
