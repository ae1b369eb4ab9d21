import { pageAt, withOpen } from '#platform/contract/pages.ts'
import { fetchRecent } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import type { NewThing } from '#platform/web/shell/area.ts'
import { getDeviations } from '../../calls.ts'
import { alertsOptions } from './alerts.ts'
import { listPath } from '../paths.ts'
import { answeredKeys, isAnswered } from './answered.ts'

/** The newest page has a separate query key, since the list's query has no page and holds several. */
export const newestPage = { page: 0 }

/** Answers to the employee's own reports. The time of an answer is not known. */
export default async function newAnswers(): Promise<readonly NewThing[]> {
  // A manager's alerts are shown above the new things. They are loaded first, so that nothing moves.
  await queryClient.ensureQueryData(alertsOptions)
  const reports = await fetchRecent(getDeviations, newestPage)
  return reports.filter(isAnswered).map((report) => ({
    key: answeredKeys([report])[0] ?? '',
    at: null,
    text: `Svar på avvikelse ${report.nummer}`,
    to: pageAt(withOpen(listPath, report.nummer)),
  }))
}
