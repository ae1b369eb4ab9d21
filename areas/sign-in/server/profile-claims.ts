import type { Claim } from '#platform/contract/claims.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'

/** What is kept of an employee as claims, and who it is. */
export function profileOf(employee: Employee): Claim[] {
  const { userName, number, firstName, lastName, company, claims } = employee
  return [
    { type: 'BplUsername', value: userName },
    { type: 'BplUserId', value: number },
    { type: 'Name', value: `${firstName} ${lastName}` },
    { type: 'GivenName', value: firstName },
    { type: 'IntraCompany', value: company },
    ...claims,
  ]
}
