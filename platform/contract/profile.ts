import { get } from './call.ts'
import type { Claim } from './claims.ts'

/** What is known of whoever is signed in: what may be seen and done follows from it. */
export const getProfile = get<readonly Claim[]>('/api/user/profile')
