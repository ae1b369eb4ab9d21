import { get, kept, post } from '#platform/contract/call.ts'
import type { Gate } from '#platform/contract/claims.ts'
import type { Accept, Accepted, CurrentAssignment, DayGroup, LinkToken, ReportBack, Reported } from './contract.ts'

export const assignmentsGate: Gate = { anyOf: ['MinaUppdragEnabled'] }

export const getCurrentAssignment = kept(
  get<CurrentAssignment | null>('/api/bpl/aktuelltuppdrag', assignmentsGate),
  'start',
)
/** `dagar`: so many days from the date on, each with a group of its own. */
export const getAssignments = kept(
  get<DayGroup[], { date: string; dagar?: number }>('/api/bpl/uppdrag', assignmentsGate),
)
export const acceptDuty = post<Accepted, Accept>('/api/bpl/schema/accept', assignmentsGate)
export const reportBack = post<Reported, ReportBack>('/api/bpl/aterrapportera', assignmentsGate)
/** The specification's path ends in a slash; the server takes it with and without. */
export const getLinkToken = get<LinkToken>('/api/bpl/linktoken/')

/** The dashboard's blocks ask the page's gate and their own flag. */
export const assignmentsBlockGate: Gate = { ...assignmentsGate, unlessBlacklisted: 'MinaUppdragEnabled' }
