import { pageAt, withOpen } from '#platform/contract/pages.ts'
import { fetchRecent } from '#platform/web/calls/query.ts'
import type { NewThing } from '#platform/web/shell/area.ts'
import { getOwnFaults } from '../calls.ts'
import { stepsBefore } from '../rules.ts'
import { newsOf, seenKey } from './seen-key.ts'

/** The latest events of the employee's own reports since they were sent. */
export default async function newAnswers(): Promise<readonly NewThing[]> {
  const { items } = await fetchRecent(getOwnFaults, {})
  return items.flatMap((report) => {
    const step = report.steps.at(-1)
    const message = report.messages?.findLast(({ own }) => !own)
    // The report itself is not new to its reporter.
    if (!step || newsOf(report) < 2) return []
    const written = message && stepsBefore(message, report.steps) === report.steps.length ? message : null
    const what = written ? (written.asks ? 'Verkstaden har en fråga' : 'Verkstaden har svarat') : report.state
    return [
      {
        key: seenKey(report),
        at: written?.at ?? step.timestamp,
        text: `Felrapport ${report.number}: ${what}`,
        to: pageAt(withOpen('fordonskontroll', report.number)),
      },
    ]
  })
}
