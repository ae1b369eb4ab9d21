import { get } from '#platform/contract/call.ts'
import type { Claim } from '#platform/contract/claims.ts'

/** Whoever asks, as a list of claims: what the menu, the pages and the dashboard go by. */
export const getProfile = get<Claim[]>('/api/user/profile')
