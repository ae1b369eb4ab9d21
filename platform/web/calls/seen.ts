import { useEffect, useSyncExternalStore } from 'react'
import { readStored, store } from '../page/stored.ts'
import { createSignal } from '../page/watch.ts'
import { readLastUser } from '../who/stored-user.ts'

/** Which things an employee has seen on this phone. It holds keys only, and is wiped with the rest of local storage at sign-out. */
export interface Seen {
  /** What came before this is not new. */
  readonly since: string
  /** When each thing was seen, `YYYY-MM-DD`, by its key. */
  readonly keys: Readonly<Record<string, string>>
  /** Whether things of unknown age have been noted once: those that were there already are not new. */
  readonly noted: boolean
}

interface Datable {
  readonly key: string
  readonly at: string | null
}

/** A phone that is new, or was signed out, begins with the last week. */
const FIRST_DAYS = 7
/** What is older is never new, so that the keys need not be kept for ever. */
const LONGEST_DAYS = 60
const DAY_MS = 86_400_000

/** By UTC: a week does not notice the hour or two to the company's zone, which the browser's calendar spends 70 ms of a slow phone's start on. */
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 19)

const storedAt = (subject: string) => `linjen.seen:${subject}`

interface Known extends Seen {
  readonly subject: string
}

let known: Known | undefined
const changed = createSignal()

/** Reads the phone once for each employee. */
function seenNow(): Known {
  const subject = readLastUser()?.subject ?? ''
  if (known?.subject === subject) return known
  const kept = readStored(storedAt(subject), { since: '', noted: true }) as Seen | undefined
  const keys = typeof kept?.keys === 'object' ? kept.keys : {}
  const since = kept ? [kept.since, daysAgo(LONGEST_DAYS)].toSorted().at(-1)! : daysAgo(FIRST_DAYS)
  known = { subject, since, keys, noted: kept?.noted ?? false }
  // Stored at once: the first visit's beginning must not move with the clock.
  if (!kept && subject) store(storedAt(subject), { since, keys, noted: false })
  return known
}

/** Notes that things have been shown to the employee. */
export function markSeen(keys: readonly string[], noted = false): void {
  const seen = seenNow()
  if (!seen.subject || (keys.every((key) => key in seen.keys) && (seen.noted || !noted))) return
  const [today, oldest] = [daysAgo(0).slice(0, 10), daysAgo(LONGEST_DAYS)]
  const kept = Object.entries(seen.keys).filter(([, on]) => on >= oldest)
  const next = {
    ...seen,
    noted: seen.noted || noted,
    keys: { ...Object.fromEntries(kept), ...Object.fromEntries(keys.map((key) => [key, today])) },
  }
  known = next
  store(storedAt(seen.subject), { since: next.since, keys: next.keys, noted: next.noted })
  changed.notify()
}

/** Notes the things of unknown age that were there at the first visit: they are not new. */
export function noteFirst(keys: readonly string[]): void {
  if (!seenNow().noted) markSeen(keys, true)
}

/** For a screen that shows things: marks them as seen, once they have loaded. */
export function useMarkSeen(keys: readonly string[] | undefined): void {
  useEffect(() => {
    if (keys) markSeen(keys)
  }, [keys])
}

/** Whether a thing is new to the employee. */
export function isNew({ key, at }: Datable, seen: Seen): boolean {
  return !(key in seen.keys) && (at === null ? seen.noted : at > seen.since)
}

/** What has been seen; renders again when that changes. */
export function useSeen(): Seen {
  return useSyncExternalStore(changed.watch, seenNow)
}
