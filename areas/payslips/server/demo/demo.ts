import { sql } from 'kysely'
import type { Platform } from '#platform/server/area.ts'
import { workingDayAt } from '#platform/server/holidays.ts'
import { nameOf } from '#core/people/server/names.ts'
import { monthName } from '../../rules.ts'
import { payslipKeys } from '../keys.ts'
import { addPayslips } from '../store.ts'

const MONTHS = 8

interface DemoEarner {
  readonly id: string
  readonly company: string
  readonly number: string
  readonly name: string
  readonly position: string
}

/**
 * Adds payslips of the last months for the demo's employees whose payroll system is Kontek, once. Not through the importer, which
 * would leave their wages unencrypted in a folder.
 */
export async function addDemoPayslips({ db, config, clock }: Platform, today: string): Promise<void> {
  const { rows: earners } = await sql<DemoEarner>`
    select e.id, c.name as company, e.number, ${nameOf('e')} as name,
      coalesce((select min(value) from employee_claims where employee_id = e.id and type = 'IntraPosition'),
        'Bussförare') as position
    from employees e join companies c on c.id = e.company
    join employee_claims k on k.employee_id = e.id and k.type = 'LonSystem' and k.value = 'Kontek'
    where e.user_name <> lower(e.number) and not exists (
      select 1 from payslips p join employees colleague on colleague.id = p.employee_id
      where colleague.company = e.company)
    order by e.number`.execute(db)
  if (earners.length === 0) return
  // The PDF writer is loaded only when there are PDFs to make.
  const { payslipSheet } = await import('./sheet.ts')
  const payslips = await Promise.all(
    lastPaid(today).flatMap(({ month, paymentDate }) =>
      earners.map(async (earner) => ({
        employeeId: earner.id,
        period: monthName(month),
        paymentDate,
        pdf: await payslipSheet({ ...earner, month, paymentDate }),
      })),
    ),
  )
  await addPayslips(db, await payslipKeys(config), payslips, clock())
}

/** The months whose wage has been paid by a date, oldest first. It is paid on the 25th, or on the last working day before. */
export function lastPaid(today: string): { month: string; paymentDate: string }[] {
  const paid: { month: string; paymentDate: string }[] = []
  const [year = 0, month = 0] = today.split('-').map(Number)
  for (let back = 0; paid.length < MONTHS; back++) {
    const first = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7)
    const paymentDate = workingDayAt(`${first}-25`)
    if (paymentDate <= today) paid.unshift({ month: first, paymentDate })
  }
  return paid
}
