import { get } from '#platform/contract/call.ts'
import type { Found } from './contract.ts'

/** Searches what the employee may see: news, documents, and the employee's own reports by number. */
export const search = get<Found, { q: string; aldre?: boolean }>('/api/sok')
