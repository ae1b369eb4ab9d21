import type { Opening } from '#core/audit/contract.ts'
import type { NewDetails, PersonalDetails } from '#core/people/contract.ts'
import { get, post } from '#platform/contract/call.ts'

/** The answer has an ETag and, in `Linjen-Company-Owned`, the fields that only the company changes. */
export const getDetails = get<PersonalDetails>('/api/user/profile/details')
/** Expects `If-Match` with the ETag of the version that was changed; 409 if the details have changed since. */
export const saveDetails = post<PersonalDetails, NewDetails>('/api/user/profile/details')

/** The response header that lists, comma-separated, the fields that only the company changes. */
export const companyOwnedHeader = 'Linjen-Company-Owned'

/** 'Vem har öppnat mina uppgifter': never kept on the phone. */
export const getOpenings = get<Opening[]>('/api/user/profile/oppningar')
