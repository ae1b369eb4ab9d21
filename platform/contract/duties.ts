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

/** One moment as an instant and as wall-clock time: a duty's times are stored as both, or as the latter alone if it is unambiguous. */
export interface DutyClock {
  readonly instant: Date
  readonly wallClock: string
}

interface DutiesOfMonth {
  /** `YYYY-MM`. */
  readonly month: string
  readonly count: number
}

/** The first and the last service date on which the employee's feeds have duties. */
export interface PublishedPeriod {
  readonly from: string
  readonly until: string
}

/** A month `YYYY-MM` of an employee's service dates. */
export interface MonthOfEmployee {
  readonly employeeId: string
  readonly month: string
}

/** The whole month, or only its duties that are planned to end after an instant. */
export interface MonthToCount extends MonthOfEmployee {
  readonly endingAfter?: Date
}

/** Minutes are elapsed time, also in a night in which the clocks change. */
export interface WorkedMonth extends MonthOfEmployee {
  readonly duties: number
  readonly plannedMinutes: number
  /** How many minutes more were reported than planned; negative if fewer. */
  readonly moreMinutes: number
  /** How many run events were reported with other times than planned. */
  readonly changed: number
}

/** A run event that was reported with other times than planned; local wall-clock `YYYY-MM-DDTHH:mm:ss`. */
export interface WorkedTimes {
  readonly run: string
  readonly startsAt: string
  readonly endsAt: string
  readonly reportedStart: string
  readonly reportedEnd: string
  readonly note: string
}

/** A moment of one employee, as local wall-clock `YYYY-MM-DDTHH:mm:ss`. */
export interface MomentOfEmployee {
  readonly employeeId: string
  readonly at: string
}

export interface DutyCalendar {
  /** The employee's duties with a service date from `from` up to, not including, `before`, sorted by start. */
  dutiesBetween(employeeId: string, from: string, before: string): Promise<DutyOfDay[]>
  /** How many of the employee's duties have begun, per month of their service dates from `from` on, oldest month first. */
  begunByMonth(employeeId: string, from: string, now: DutyClock): Promise<DutiesOfMonth[]>
  /** The period in which a day without a duty is a day off; null for an employee without duties. */
  publishedPeriod(employeeId: string): Promise<PublishedPeriod | null>
  /** The planned hours of employees in months, and how the reported hours differ from them. */
  workedMonths(months: readonly MonthToCount[]): Promise<readonly WorkedMonth[]>
  /** The run events of a month that were reported with other times than planned, in order. */
  changedTimes(month: MonthOfEmployee): Promise<readonly WorkedTimes[]>
  /**
   * For each moment, in order, the name of the line that the employee drove then according to plan, or had last driven on that duty; null
   * if none.
   */
  linesAt(moments: readonly MomentOfEmployee[]): Promise<readonly (string | null)[]>
}

/** The values that prefill a report made now. */
export interface DutyAtHand {
  readonly underWay: boolean
  /** Name of the bus; '' if none is assigned. */
  readonly vehicle: string
  /** Where the current run event began, otherwise where the duty starts. */
  readonly place: string
  /** When the duty begins or began, by the portal's clock, in milliseconds since 1970. */
  readonly begins: number
  /** When the above may be something else: the next run event begins, or the duty begins or ends. */
  readonly changes: number
}
