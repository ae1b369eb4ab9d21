import type { Line } from './lines.ts'

/** Port: what other areas may read of the duties in assignments. app provides it. */
interface DutyOfDay {
  readonly id: number
  /** `YYYY-MM-DD`: the day the duty belongs to, also when it runs past midnight. */
  readonly serviceDate: string
  readonly run: string
  /** Local wall-clock `YYYY-MM-DDTHH:mm:ss`. */
  readonly startsAt: string
  readonly endsAt: string
  /** Null if the clocks do not change on the service day: the wall-clock time then means one instant. */
  readonly startsInstant: Date | null
  readonly endsInstant: Date
  readonly description: string
  readonly startPlace: string
  readonly endPlace: string
  /** Each once, in order. */
  readonly lines: readonly Line[]
}

/** The same moment as an instant and as wall-clock time: a duty's times are stored as both, or as the wall clock alone where that is unambiguous. */
export interface DutyClock {
  readonly instant: Date
  readonly wallClock: string
}

interface DutiesOfMonth {
  /** `YYYY-MM`. */
  readonly month: string
  readonly count: number
}

export interface DutyCalendar {
  /** The employee's duties with a service date from `from` up to, not including, `before`, sorted by start. */
  dutiesBetween(employeeId: string, from: string, before: string): Promise<DutyOfDay[]>
  /** How many of the employee's duties have begun, per month of their service dates from `from` on, oldest month first. */
  begunByMonth(employeeId: string, from: string, now: DutyClock): Promise<DutiesOfMonth[]>
}

/** The values that prefill a report made now. */
export interface DutyAtHand {
  readonly underWay: boolean
  /** Name of the bus; '' if none is assigned. */
  readonly vehicle: string
  /** Where the current run event began, otherwise where the duty starts. */
  readonly place: string
}
