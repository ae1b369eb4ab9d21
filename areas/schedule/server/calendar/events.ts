/** A duty as a calendar shows it. */
export interface CalendarEvent {
  readonly serviceDate: string
  readonly run: string
  /** Local wall-clock `YYYY-MM-DDTHH:mm:ss`, and the instant that it means. */
  readonly startsAt: string
  readonly startsInstant: Date
  readonly endsAt: string
  readonly endsInstant: Date
  readonly summary: string
  readonly place: string
}

/** An event as it was last served to subscribers. */
export interface ServedEvent extends CalendarEvent {
  readonly sequence: number
  readonly cancelled: boolean
  readonly changedAt: Date
}

export const plainSummary = 'Tjänst'

const keyOf = ({ serviceDate, run }: CalendarEvent) => `${serviceDate} ${run}`

const isSame = (one: CalendarEvent, other: CalendarEvent) =>
  one.startsAt === other.startsAt &&
  one.endsAt === other.endsAt &&
  one.startsInstant.getTime() === other.startsInstant.getTime() &&
  one.endsInstant.getTime() === other.endsInstant.getTime() &&
  one.summary === other.summary &&
  one.place === other.place

/** The events to serve now, given those served last; `changed` are those that must be stored. `plain`: without lines and places. */
export function nextEvents(
  served: readonly ServedEvent[],
  current: readonly CalendarEvent[],
  { now, plain }: { readonly now: Date; readonly plain: boolean },
): { readonly events: ServedEvent[]; readonly changed: ServedEvent[] } {
  const known = new Map(served.map((event) => [keyOf(event), event]))
  const changed: ServedEvent[] = []
  const changes = (event: CalendarEvent, before: ServedEvent | undefined, cancelled: boolean): ServedEvent => {
    const next = { ...event, cancelled, sequence: before ? before.sequence + 1 : 0, changedAt: now }
    changed.push(next)
    return next
  }
  const events = current.map((event) => {
    const before = known.get(keyOf(event))
    known.delete(keyOf(event))
    return before && !before.cancelled && isSame(before, event) ? before : changes(event, before, false)
  })
  for (const before of known.values()) {
    // A cancelled event must lose its line and place as well if the calendar now shows times only.
    const event = plain ? { ...before, summary: plainSummary, place: '' } : before
    events.push(before.cancelled && isSame(before, event) ? before : changes(event, before, true))
  }
  return { events: events.toSorted((a, b) => a.startsInstant.getTime() - b.startsInstant.getTime()), changed }
}
