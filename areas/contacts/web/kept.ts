import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import { getContacts } from '../calls.ts'
import { Contacts } from '../contract.ts'

export const keptContacts: KeptAnswers = [[getContacts, Contacts]]
