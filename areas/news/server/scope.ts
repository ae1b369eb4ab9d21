import { claimValues } from '#platform/contract/claims.ts'
import type { Searcher } from '#platform/server/area.ts'
import type { NewsScope } from './store.ts'

/** Region news is that of the area in the claim IntraCompanyArea; without the claim there is none. */
const areaOf = ({ claims }: Searcher) => claimValues(claims, 'IntraCompanyArea')[0] ?? null

export const scopeOf = (employee: Searcher): NewsScope => ({
  id: employee.id,
  company: employee.company,
  area: areaOf(employee),
})
