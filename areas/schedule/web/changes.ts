import type { ScheduleRow } from '../contract.ts'

/** A month as the phone last showed it: how far it was published, and what each day with duties looked like. */
export interface Seen {
  readonly till: string
  readonly dagar: Readonly<Record<string, string>>
}

function looksOf(rows: readonly ScheduleRow[]): Map<string, string> {
  const days = new Map<string, string>()
  for (const { datum, starttid, sluttid, beskrivning } of rows) {
    days.set(datum, `${days.get(datum) ?? ''}${starttid} ${sluttid} ${beskrivning};`)
  }
  return days
}

export const seenOf = (rows: readonly ScheduleRow[], till: string): Seen => ({
  till,
  dagar: Object.fromEntries(looksOf(rows)),
})

/** Like `seenOf`, for a month of which only the days through `until` were shown: the later days stay as they were last seen. */
export function seenUntil(until: string, before: Seen | undefined, rows: readonly ScheduleRow[], till: string): Seen {
  const shown = seenOf(
    rows.filter(({ datum }) => datum <= until),
    until < till ? until : till,
  )
  if (!before || before.till <= shown.till) return shown
  const later = Object.entries(before.dagar).filter(([date]) => date > until)
  return { till: before.till, dagar: { ...shown.dagar, ...Object.fromEntries(later) } }
}

/** The days from today on that look different from when they were last seen. Days that were not published then are new, not changed. */
export function changesSince(seen: Seen | undefined, rows: readonly ScheduleRow[], today: string): Set<string> {
  if (!seen) return new Set()
  const now = looksOf(rows)
  const dates = [...new Set([...now.keys(), ...Object.keys(seen.dagar)])].toSorted()
  return new Set(
    dates.filter((date) => date >= today && date <= seen.till && now.get(date) !== (seen.dagar[date] ?? undefined)),
  )
}
