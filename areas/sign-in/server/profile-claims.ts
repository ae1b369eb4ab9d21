import type { Claim } from '#platform/contract/claims.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'

/** An employee's stored claims, with those that identify him or her. */
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
