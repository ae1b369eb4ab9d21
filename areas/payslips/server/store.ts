import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { Payslip } from '../contract.ts'
import { periodKey } from '../rules.ts'
import type { PayslipKeys } from './keys.ts'
import { seal, unseal, type Sealed } from './seal.ts'

/** More than anybody gets in a working life. */
const MOST_LISTED = 1000

export async function payslipsOf(db: Database, employeeId: string): Promise<Payslip[]> {
  const { rows } = await sql<Payslip>`
    select id as "salaryPeriodId", period as "salaryPeriodName", payment_date as "salaryPeriodPaymentDate"
    from payslips where employee_id = ${employeeId}
    order by payment_date desc, id desc limit ${MOST_LISTED}`.execute(db)
  return rows
}

/** Opens one of the employee's own payslips and notes that; null for what is absent or another's. */
export async function openPayslip(
  db: Database,
  keys: PayslipKeys,
  { employeeId, id, at }: { employeeId: string; id: number; at: Date },
): Promise<{ period: string; pdf: Buffer } | null> {
  const { rows } = await sql<{ period: string; periodKey: string } & Sealed>`
    select period, period_key as "periodKey", key_id as "keyId", sealed from payslips
    where id = ${id} and employee_id = ${employeeId}`.execute(db)
  const found = rows[0]
  if (!found) return null
  const pdf = unseal(keys.readable, { employeeId, periodKey: found.periodKey }, found)
  await sql`
    insert into payslip_openings (employee_id, payslip_id, opened_at) values (${employeeId}, ${id}, ${at})`.execute(db)
  return { period: found.period, pdf }
}

export interface NewPayslip {
  readonly employeeId: string
  readonly period: string
  readonly paymentDate: string
  readonly pdf: Uint8Array
}

/** Seals and stores payslips in one statement: give it as many as memory holds. */
export async function addPayslips(
  tx: Database,
  { writing }: PayslipKeys,
  payslips: readonly NewPayslip[],
  at: Date,
): Promise<void> {
  const rows = payslips.map(({ employeeId, period, paymentDate, pdf }) => ({
    employeeId,
    period,
    periodKey: periodKey(period),
    paymentDate,
    sealed: seal(writing, { employeeId, periodKey: periodKey(period) }, pdf).sealed.toString('base64'),
  }))
  await sql`
    insert into payslips (employee_id, period, period_key, payment_date, key_id, sealed, created_at)
    select "employeeId", period, "periodKey", "paymentDate", ${writing.id}, decode(sealed, 'base64'), ${at}
    from json_to_recordset(${JSON.stringify(rows)}::json) as p("employeeId" uuid, period text, "periodKey" text,
      "paymentDate" date, sealed text)`.execute(tx)
}

/** Which of these periods employees of the company have already: '<employee> <period key>'. */
export async function takenPeriods(db: Database, company: string, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ taken: string }>`
    select p.employee_id || ' ' || p.period_key as taken
    from payslips p join employees e on e.id = p.employee_id
    where e.company = ${company} and p.period_key = any(${keys})`.execute(db)
  return new Set(rows.map(({ taken }) => taken))
}
