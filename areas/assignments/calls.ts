import { get, kept, keptForStart, post } from '#platform/contract/call.ts'
import type { Gate } from '#platform/contract/claims.ts'
import { fits } from '#platform/contract/fits.ts'
import { reportedBackPath } from '#platform/contract/reported-hours.ts'
import type {
  Accept,
  Accepted,
  CurrentAssignment,
  DayGroup,
  LinkToken,
  ReportBack,
  Reported,
  Trip,
} from './contract.ts'

export const assignmentsGate: Gate = { anyOf: ['MinaUppdragEnabled'] }

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const offset = /^[+-]\d\d:\d\d$/
// The shape of the answer that the card relies on at the first render, when the contract's schema is not loaded yet.
const duty = {
  passStartSchemapostId: 0,
  beskrivning: '',
  datum: /^\d{4}-\d\d-\d\d$/,
  starttid: time,
  sluttid: time,
  startForskjutning: offset,
  slutForskjutning: offset,
  startplats: '',
  slutplats: '',
  fordonStr: '',
  linjer: [{ namn: '', farg: null, textfarg: null }],
  raster: [{ starttid: time, sluttid: time }],
  bekraftadTid: null,
}

export const getCurrentAssignment = keptForStart(
  get<CurrentAssignment | null>('/api/bpl/aktuelltuppdrag', assignmentsGate),
  (answer) => answer === null || fits(answer, duty),
)
/** `dagar`: the number of days from the date on. Each day has its own group. */
export const getAssignments = kept(
  get<DayGroup[], { date: string; dagar?: number }>('/api/bpl/uppdrag', assignmentsGate),
)
/** The trip of one of the employee's own events. */
export const getTrip = kept(get<Trip, { uppdragId: number }>('/api/bpl/tur', assignmentsGate))
export const acceptDuty = post<Accepted, Accept>('/api/bpl/schema/accept', assignmentsGate)
export const reportBack = post<Reported, ReportBack>(reportedBackPath, assignmentsGate)
/** The specification's path ends in a slash; the server accepts it with and without. */
export const getLinkToken = get<LinkToken>('/api/bpl/linktoken/')

/** The dashboard's blocks check the page's gate and their own flag. */
export const assignmentsBlockGate: Gate = { ...assignmentsGate, unlessBlacklisted: 'MinaUppdragEnabled' }
