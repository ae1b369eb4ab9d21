import { sql } from 'kysely'
import { deviationCases } from '../cases.ts'

const isOfReport = sql`k.company = i.company and k.kind = ${deviationCases.kind} and k.id = i.id`

/**
 * The case `k` of the report `i`, to be joined. The case decides who is responsible: it no longer names a manager whose employment has
 * ended, although the report's own row keeps the manager to whom it was first sent.
 */
export const withCase = sql`cases k on ${isOfReport}`

/** The same, for a subquery in a condition. */
export const caseOfReport = sql`cases k where ${isOfReport}`
