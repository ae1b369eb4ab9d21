import { pageAt } from '#platform/contract/pages.ts'
import type { FirstCall } from '#platform/contract/first-calls.ts'
import type { Call } from '#platform/contract/call.ts'
import { getDeviations } from '../../areas/deviations/calls.ts'
import { getGroupNews, getRegionNews } from '../../areas/news/calls.ts'
import { getPayslips } from '../../areas/payslips/calls.ts'
import { getPolicyDocuments } from '../../areas/policy/calls.ts'
import { getDetails } from '../../areas/profile/calls.ts'
import { getLastMonth, getOwnFaults } from '../../areas/vehicle-faults/calls.ts'

const first = ({ path, gate, kept }: Pick<Call<unknown>, 'path' | 'gate' | 'kept'>, query?: FirstCall['query']) => ({
  path,
  query,
  gate,
  kept,
})
const newestNews = { page: 0, compact: true }

/**
 * The first calls of a screen that depend only on the signed-in employee. The build writes this list into screens.json, and the server
 * writes the opened screen's calls into its page, so they are not in the page's code. Calls that depend on the time are in early.ts.
 */
export const firstCalls: Readonly<Record<string, readonly FirstCall[]>> = {
  [pageAt('fordonskontroll')]: [first(getOwnFaults, {}), first(getLastMonth)],
  [pageAt('avvikelser')]: [{ ...first(getDeviations), taken: true }],
  [pageAt('nyheter')]: [first(getRegionNews, newestNews)],
  [pageAt('nyheter/region')]: [first(getRegionNews, newestNews)],
  [pageAt('nyheter/koncern')]: [first(getGroupNews, newestNews)],
  [pageAt('policy')]: [first(getPolicyDocuments)],
  [pageAt('konteklonebesked')]: [first(getPayslips)],
  [pageAt('userinfo')]: [{ ...first(getDetails), taken: true }],
}
