/** What other areas may know of the duties that assignments holds: a port, handed in by app. */
interface DutyOfDay {
  /** `YYYY-MM-DD`: the day the duty belongs to, also when it runs past midnight. */
  readonly serviceDate: string
  readonly run: string
  /** Local wall-clock `YYYY-MM-DDTHH:mm:ss`. */
  readonly startsAt: string
  readonly endsAt: string
  readonly description: string
}

/** Now, and what a clock on the wall shows: a duty is stored by both, or by the wall alone where that is clear. */
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
  /** The employee's duties with a service date from `from` up to, not including, `before`, in order of start. */
  dutiesBetween(employeeId: string, from: string, before: string): Promise<DutyOfDay[]>
  /** How many of the employee's duties have begun, by month of their service dates from `from` on, the first month first. */
  begunByMonth(employeeId: string, from: string, now: DutyClock): Promise<DutiesOfMonth[]>
}

/** What a report made now is prefilled with. */
export interface DutyAtHand {
  readonly underWay: boolean
  /** Name of the bus, '' where none is assigned. */
  readonly vehicle: string
  /** Where the event under way began, else where the duty starts. */
  readonly place: string
}
