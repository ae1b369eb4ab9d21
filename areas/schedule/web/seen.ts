import { useEffect, useMemo, useState } from 'react'
import type { YearMonth } from '#platform/contract/wall-clock.ts'
import { readStored, removeStored, store } from '#platform/web/page/stored.ts'
import { subjectNow } from '#platform/web/phone/copies.ts'
import type { ScheduleRow } from '../contract.ts'

/** A month as the phone last showed it: how far it was published, and what each day with duties looked like. */
interface Seen {
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

/** The days from today on that look different from when they were seen. Days that were not published then are new, not changed. */
export function changesSince(seen: Seen | undefined, rows: readonly ScheduleRow[], today: string): Set<string> {
  if (!seen) return new Set()
  const now = looksOf(rows)
  const dates = [...new Set([...now.keys(), ...Object.keys(seen.dagar)])].toSorted()
  return new Set(
    dates.filter((date) => date >= today && date <= seen.till && now.get(date) !== (seen.dagar[date] ?? undefined)),
  )
}

const ofPerson = () => `linjen.schema:${subjectNow()}:`

/** The months that this phone has shown to the signed-in employee; those that are over are removed. */
function readSeen(today: string): Map<string, Seen> {
  const own = ofPerson()
  const seen = new Map<string, Seen>()
  for (const key of storedKeys().filter((each) => each.startsWith(own))) {
    const month = key.slice(own.length)
    const value = readStored(key, { till: '', dagar: {} }) as Seen | undefined
    if (month < today.slice(0, 7) || !value) removeStored(key)
    else seen.set(month, value)
  }
  return seen
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

interface Shown {
  readonly month: YearMonth
  readonly rows: readonly ScheduleRow[] | undefined
  /** The last published day. */
  readonly till: string | undefined
}

/** The days of a month that have changed since the last visit; they stay marked until the next one. */
export function useChanges({ month: { year, month }, rows, till }: Shown, today: string): ReadonlySet<string> {
  const [before] = useState(() => readSeen(today))
  const name = `${year}-${String(month).padStart(2, '0')}`
  useEffect(() => {
    if (rows && till && name >= today.slice(0, 7)) store(ofPerson() + name, seenOf(rows, till))
  }, [rows, till, name, today])
  return useMemo(() => changesSince(before.get(name), rows ?? [], rows ? today : '9999'), [before, name, rows, today])
}
