import { get, kept } from '#platform/contract/call.ts'
import type { Contact } from './contract.ts'

/** Whom to call about what, the most needed first. */
export const getContacts = kept(get<Contact[]>('/api/kontakter'))
