import { useEffect, useMemo, useState } from 'react'
import type { YearMonth } from '#platform/contract/wall-clock.ts'
import { readStored, removeStored, store } from '#platform/web/page/stored.ts'
import { subjectNow } from '#platform/web/phone/start-copies.ts'
import type { ScheduleRow } from '../contract.ts'
import { changesSince, type Seen, seenOf, seenUntil } from './changes.ts'

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

/** How long after it was last shown the schedule belongs to the same visit: a driver reads one changed day after the other. */
const VISIT_MS = 30 * 60_000

let visit: { readonly subject: string; readonly before: Map<string, Seen>; readonly shownAt: number } | undefined

/** The months as they were before this visit; those that it has not shown yet, as the phone last showed them. */
function seenBefore(today: string): Map<string, Seen> {
  const [subject, now] = [subjectNow(), Date.now()]
  const begun = visit?.subject === subject && now - visit.shownAt < VISIT_MS ? visit.before : []
  const before = new Map([...readSeen(today), ...begun])
  visit = { subject, before, shownAt: now }
  return before
}

interface Shown {
  readonly month: YearMonth
  readonly rows: readonly ScheduleRow[] | undefined
  /** The last published day. */
  readonly till: string | undefined
  /** The last day that is shown, if not the whole month is. */
  readonly until?: string
}

/** The days of a month that have changed since the last visit; they stay marked until the next one. */
export function useChanges({ month: { year, month }, rows, till, until }: Shown, today: string): ReadonlySet<string> {
  const [before] = useState(() => seenBefore(today))
  const name = `${year}-${String(month).padStart(2, '0')}`
  useEffect(() => {
    if (!rows || !till || name < today.slice(0, 7)) return
    store(ofPerson() + name, until ? seenUntil(until, readSeen(today).get(name), rows, till) : seenOf(rows, till))
  }, [rows, till, until, name, today])
  return useMemo(() => changesSince(before.get(name), rows ?? [], rows ? today : '9999'), [before, name, rows, today])
}
