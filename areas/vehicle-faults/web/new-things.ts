import { pageAt, withOpen } from '#platform/contract/pages.ts'
import { callOptions } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import type { NewThing } from '#platform/web/shell/area.ts'
import { getOwnFaults } from '../calls.ts'
import { seenKey } from './seen-key.ts'

const FRESH_MS = 60_000

/** What has happened to the employee's own reports since they were sent. */
export default async function newAnswers(): Promise<readonly NewThing[]> {
  const { items } = await queryClient.fetchQuery(callOptions(getOwnFaults, {}, { staleTime: FRESH_MS }))
  return items.flatMap((report) => {
    const latest = report.steps.at(-1)
    if (!latest || report.steps.length < 2) return []
    const text = `Felrapport ${report.number}: ${report.state}`
    return [
      { key: seenKey(report), at: latest.timestamp, text, to: pageAt(withOpen('fordonskontroll', report.number)) },
    ]
  })
}
