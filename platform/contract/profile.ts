import { get } from './call.ts'
import type { Claim } from './claims.ts'

/** The claims of the signed-in employee, which decide what he or she may see and do. */
export const getProfile = get<readonly Claim[]>('/api/user/profile')
