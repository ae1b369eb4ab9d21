import { sql } from 'kysely'
import { deviationCases } from '../cases.ts'

const isOfReport = sql`k.company = i.company and k.kind = ${deviationCases.kind} and k.id = i.id`

/**
 * The case `k` of the report `i`, to be joined. It says who is responsible: a manager whose employment has ended is no longer named by it,
 * though the report's own row keeps to whom it once came.
 */
export const withCase = sql`cases k on ${isOfReport}`

/** The same where it is asked for in a condition. */
export const caseOfReport = sql`cases k where ${isOfReport}`
