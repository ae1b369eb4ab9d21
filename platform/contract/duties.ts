/** What other areas may know of the duties that assignments holds: a port, handed in by app. */
export interface DutyOfDay {
  /** `YYYY-MM-DD`: the day the duty belongs to, also when it runs past midnight. */
  readonly serviceDate: string
  readonly run: string
  /** Local wall-clock `YYYY-MM-DDTHH:mm:ss`. */
  readonly startsAt: string
  readonly endsAt: string
  readonly description: string
}

export interface DutyCalendar {
  /** The employee's duties with a service date from `from` up to, not including, `before`, in order of start. */
  dutiesBetween(employeeId: string, from: string, before: string): Promise<DutyOfDay[]>
  /** The last service date up to and including `date` on which the employee has a duty. */
  lastDutyDate(employeeId: string, date: string): Promise<string | null>
}

/** What a report made now is prefilled with. */
export interface DutyAtHand {
  readonly underWay: boolean
  /** Name of the bus, '' where none is assigned. */
  readonly vehicle: string
  /** Where the event under way began, else where the duty starts. */
  readonly place: string
}
