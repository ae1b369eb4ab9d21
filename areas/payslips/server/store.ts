import { sql } from 'kysely'
import type { Database, FileInRow } from '#platform/server/area.ts'
import type { NewRow } from '#platform/server/db/rows.ts'
import type { Payslip } from '../contract.ts'
import { periodKey } from '../rules.ts'
import type { PayslipKeys } from './keys.ts'
import { seal, unseal, type Belonging } from './seal.ts'
import { payslipTables, type PayslipTables } from './tables.ts'

/** More than an employee gets in a working life. */
const MOST_LISTED = 1000

export function payslipsOf(db: Database, employeeId: string): Promise<Required<Payslip>[]> {
  return payslipTables(db)
    .selectFrom('payslips')
    .select(['id as salaryPeriodId', 'period as salaryPeriodName', 'payment_date as salaryPeriodPaymentDate'])
    .where('employee_id', '=', employeeId)
    .orderBy('payment_date', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute()
}

/** Opens one of the employee's own payslips and records that; null if it is absent or another employee's. */
export async function openPayslip(
  db: Database,
  keys: PayslipKeys,
  { employeeId, id, at }: { employeeId: string; id: number; at: Date },
): Promise<{ period: string; pdf: Buffer } | null> {
  const found = await payslipTables(db)
    .selectFrom('payslips')
    .select(['period', 'period_key as periodKey', 'key_id as keyId', 'sealed'])
    .where('id', '=', id)
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  if (!found) return null
  const pdf = unseal(keys.readable, { employeeId, periodKey: found.periodKey }, found)
  await payslipTables(db)
    .insertInto('payslip_openings')
    .values({ employee_id: employeeId, payslip_id: id, opened_at: at } satisfies NewRow<
      PayslipTables['payslip_openings']
    >)
    .execute()
  return { period: found.period, pdf }
}

export interface NewPayslip {
  readonly employeeId: string
  readonly period: string
  readonly paymentDate: string
  readonly pdf: Uint8Array
}

/** Encrypts and stores payslips in one statement: pass as many as fit in memory. */
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

/** A checksum of each payslip as it is stored, encrypted. */
export async function storedPayslips(db: Database): Promise<FileInRow[]> {
  const { rows } = await sql<{ name: string; sha256: string }>`
    select 'payslip ' || id as name, encode(sha256(sealed), 'hex') as sha256 from payslips order by id`.execute(db)
  return rows
}

export interface StoredPayslip {
  readonly id: number
  readonly pdf: Buffer
}

/** An employee's payslip of a period, decrypted without recording an opening; null if there is none. */
export async function storedPayslip(
  db: Database,
  { readable }: PayslipKeys,
  to: Belonging,
): Promise<StoredPayslip | null> {
  const found = await payslipTables(db)
    .selectFrom('payslips')
    .select(['id', 'key_id as keyId', 'sealed'])
    .where('employee_id', '=', to.employeeId)
    .where('period_key', '=', to.periodKey)
    .executeTakeFirst()
  return found ? { id: found.id, pdf: unseal(readable, to, found) } : null
}

export async function removePayslips(tx: Database, ids: readonly number[]): Promise<void> {
  await sql`delete from payslips where id = any(${[...ids]}::bigint[])`.execute(tx)
}

/** Which of these periods employees of the company already have, as '<employee> <period key>'. */
export async function takenPeriods(db: Database, company: string, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ taken: string }>`
    select p.employee_id || ' ' || p.period_key as taken
    from payslips p join employees e on e.id = p.employee_id
    where e.company = ${company} and p.period_key = any(${keys})`.execute(db)
  return new Set(rows.map(({ taken }) => taken))
}
