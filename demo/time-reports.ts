import { firstOfMonth } from './days.ts'
import type { DemoEmployee } from './people.ts'

export interface DemoTimeReport {
  readonly employeeNumber: string
  readonly company: string
  /** `YYYY-MM` */
  readonly period: string
  readonly submitted: boolean
  readonly approved: boolean
  /** An approved report that may still be withdrawn. */
  readonly revertable: boolean
}

const monthsBack = 6

/**
 * The last six months' reports, approved, and the current month's, which the employee has yet to submit. On the first of a month its
 * first duty may not have begun: then last month's report is not submitted either.
 */
export function demoTimeReports(employee: DemoEmployee, today: string): DemoTimeReport[] {
  const open = today.endsWith('-01') ? 2 : 1
  return Array.from({ length: monthsBack + 1 }, (_, index) => {
    const isOpen = index > monthsBack - open
    return {
      employeeNumber: employee.number,
      company: employee.company,
      period: firstOfMonth(today, index - monthsBack).slice(0, 7),
      submitted: !isOpen,
      approved: !isOpen,
      revertable: false,
    }
  })
}
