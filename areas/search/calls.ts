import { get } from '#platform/contract/call.ts'
import type { Found } from './contract.ts'

/** What an employee may see and looks for: news, documents, own reports by number. */
export const search = get<Found, { q: string; aldre?: boolean }>('/api/sok')
