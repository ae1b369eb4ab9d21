/** How many days after today the phone keeps for times without coverage. */
export const DAYS_AHEAD = 14

/** The properties of a duty that decide whether it may be confirmed. */
export interface Confirmable {
  /** An instant, not wall-clock time: on the night when the clocks go back, an hour occurs twice. */
  readonly endsAt: Date
}

/** A duty may be confirmed, and the confirmation withdrawn, from its publication until it ends. */
export function mayConfirm(duty: Confirmable, now: Date): boolean {
  return now < duty.endsAt
}

/** Milliseconds since 1970. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Why the form asks whether a reported time is right. The time is never refused, since a bus may be that late. */
export type Doubt = 'start' | 'end' | 'future' | 'long'

const HOUR_MS = 3_600_000
const FAR_FROM_PLAN_MS = 2 * HOUR_MS
const LONG_MS = 16 * HOUR_MS

export function doubtsAbout(reported: Span, planned: Span, now: number): Doubt[] {
  const far = (which: keyof Span) => Math.abs(reported[which] - planned[which]) > FAR_FROM_PLAN_MS
  return [
    ...(far('start') ? (['start'] as const) : []),
    ...(far('end') ? (['end'] as const) : []),
    ...(Math.max(reported.start, reported.end) > now ? (['future'] as const) : []),
    ...(reported.end - reported.start > LONG_MS ? (['long'] as const) : []),
  ]
}

/** An event may be reported back once it has begun: a driver reports during the break, not before the trip. */
export function mayReportBack(event: { readonly startsAt: Date }, now: Date): boolean {
  return event.startsAt <= now
}
