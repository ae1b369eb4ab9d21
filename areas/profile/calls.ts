import type { NewDetails, PersonalDetails } from '#core/people/contract.ts'
import { get, post } from '#platform/contract/call.ts'

/** Answers an ETag, and in `Linjen-Company-Owned` the fields that only the company changes. */
export const getDetails = get<PersonalDetails>('/api/user/profile/details')
/** Takes `If-Match` with the ETag that the changes were made on; 409 where the details have changed since. */
export const saveDetails = post<PersonalDetails, NewDetails>('/api/user/profile/details')

/** Name of the answer's header that lists what only the company changes, comma-separated. */
export const companyOwnedHeader = 'Linjen-Company-Owned'
