import { changeAsReporter, changedByReporter, lockAsReporter } from '#core/cases/server/reporter.ts'
import type { ReportedHours } from '#platform/contract/reported-hours.ts'
import type { Database, Ports } from '#platform/server/area.ts'
import { periodName } from '../rules.ts'
import { timeReportQueue } from './queue.ts'
import { findReport, findReportById, reopenReport, unsee } from './store.ts'

/** Implements the port that sends hours that are reported back to the office that approves them. */
export function reportedHours(duties: Pick<Ports, 'duties' | 'dutiesIn'>): (tx: Database) => ReportedHours {
  const queue = timeReportQueue(duties)
  return (tx) => ({
    async changing({ employeeId, company, month, plannedEnd }, { at, timeZone }) {
      const known = await findReport(tx, employeeId, month)
      if (!known) return null
      const reporter = { id: employeeId, company }
      await lockAsReporter(tx, queue, reporter, known.id)
      const report = await findReportById(tx, employeeId, known.id)
      if (!report) return null
      const { id, approved_at: approvedAt, revertable } = report
      const when = { at, timeZone }
      if (approvedAt === null) {
        await unsee(tx, id)
        await changedByReporter(tx, queue, reporter, { id, what: 'tiderna för en tjänst' }, when)
        return null
      }
      // At the approval nobody could know the hours of an event that had not ended, so the report returns to the office.
      const again = revertable || plannedEnd > approvedAt
      if (again && (await changeAsReporter(tx, queue, reporter, { id, state: 'Inlämnad' }, when))) {
        await reopenReport(tx, id, at)
        return null
      }
      const name = periodName(month).toLowerCase()
      return `Tidrapporten för ${name} är godkänd. Tala med den som godkände den om tiderna ska ändras.`
    },
  })
}
