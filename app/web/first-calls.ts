import { pageAt } from '#platform/contract/pages.ts'
import { addressOf } from '#platform/web/wire/address.ts'
import type { FirstCall } from '#platform/contract/first-calls.ts'
import type { Call } from '#platform/contract/call.ts'
import { getDeviations } from '../../areas/deviations/calls.ts'
import { getGroupNews, getRegionNews } from '../../areas/news/calls.ts'
import { getPayslips } from '../../areas/payslips/calls.ts'
import { getPolicyDocuments } from '../../areas/policy/calls.ts'
import { getDetails } from '../../areas/profile/calls.ts'
import { getOwnFaults } from '../../areas/vehicle-faults/calls.ts'

const first = ({ path, gate }: Pick<Call<unknown>, 'path' | 'gate'>, query?: Parameters<typeof addressOf>[1]) => ({
  address: addressOf(path, query),
  gate,
})
const newestNews = { page: 0, compact: true }

/**
 * The first call of a screen, where it depends on the signed-in employee alone. The build writes the list into screens.json, and the
 * server writes the opened screen's call into its page, so it is not in the page's code. Calls that depend on the time are in early.ts.
 */
export const firstCalls: Readonly<Record<string, FirstCall>> = {
  [pageAt('fordonskontroll')]: first(getOwnFaults),
  [pageAt('avvikelser')]: first(getDeviations),
  [pageAt('nyheter')]: first(getRegionNews, newestNews),
  [pageAt('nyheter/region')]: first(getRegionNews, newestNews),
  [pageAt('nyheter/koncern')]: first(getGroupNews, newestNews),
  [pageAt('policy')]: first(getPolicyDocuments),
  [pageAt('konteklonebesked')]: first(getPayslips),
  [pageAt('userinfo')]: first(getDetails),
}
