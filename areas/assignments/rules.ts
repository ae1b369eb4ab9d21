/** How many days after today the phone holds for when there is no coverage. */
export const DAYS_AHEAD = 14

/** What a duty must show for one to say whether it may be confirmed. */
export interface Confirmable {
  /** An instant, not wall-clock: on the night when the clocks go back an hour occurs twice. */
  readonly endsAt: Date
}

/** A duty may be confirmed, and the confirmation taken back, from its publication until it ends. */
export function mayConfirm(duty: Confirmable, now: Date): boolean {
  return now < duty.endsAt
}

/** Reports may come in for what has begun; a driver reports in the break, not before the trip. */
export function mayReportBack(event: { readonly startsAt: string }, wallClock: string): boolean {
  return event.startsAt <= wallClock
}
