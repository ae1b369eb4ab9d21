import { claimValues } from '#platform/contract/claims.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import type { NewsScope } from './store.ts'

/** Region news is that of the area in the claim IntraCompanyArea; without the claim there is none. */
const areaOf = ({ claims }: Pick<Employee, 'claims'>) => claimValues(claims, 'IntraCompanyArea')[0] ?? null

export const scopeOf = (employee: Pick<Employee, 'id' | 'company' | 'claims'>): NewsScope => ({
  id: employee.id,
  company: employee.company,
  area: areaOf(employee),
})
