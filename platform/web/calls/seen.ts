import { useEffect, useSyncExternalStore } from 'react'
import { readStored, store } from '../page/stored.ts'
import { createSignal } from '../page/watch.ts'
import { readLastUser } from '../who/stored-user.ts'

/** What an employee has seen on this phone. It contains only keys, and is removed with the rest of local storage at sign-out. */
export interface Seen {
  /** Older things are not new. */
  readonly since: string
  /** When each thing was seen, `YYYY-MM-DD`, by its key. */
  readonly keys: Readonly<Record<string, string>>
  /** Whether things without a time have been noted once. Those that were there at that moment are not new. */
  readonly noted: boolean
}

interface Datable {
  readonly key: string
  readonly at: string | null
}

/** On a phone that is new or was signed out, things from the last week are new. */
const FIRST_DAYS = 7
/** Older things are never new, so that the keys need not be kept for ever, save those of things without a time. */
const LONGEST_DAYS = 60
const DAY_MS = 86_400_000

/**
 * By UTC. The difference of an hour or two to the company's time zone does not matter for a week, and the browser's calendar functions take
 * 70 ms of a slow phone's start.
 */
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 19)

const storedAt = (subject: string) => `linjen.seen:${subject}`

interface Known extends Seen {
  readonly subject: string
  /** The keys of all things without a time, once home has asked for them. */
  undated?: readonly string[]
}

let known: Known | undefined
const changed = createSignal()

/** Reads the phone's storage once for each employee, and again when another open page has changed it. */
function seenNow(): Known {
  listenToOtherPages()
  const subject = readLastUser()?.subject ?? ''
  if (known?.subject !== subject) known = readSeen(subject)
  return known
}

function readSeen(subject: string): Known {
  const kept = readStored(storedAt(subject), { since: '', noted: true }) as Seen | undefined
  const keys = typeof kept?.keys === 'object' ? kept.keys : {}
  const since = kept ? [kept.since, daysAgo(LONGEST_DAYS)].toSorted().at(-1)! : daysAgo(FIRST_DAYS)
  // Stored at once, so that the start of the first visit's week does not move with the clock.
  if (!kept && subject) store(storedAt(subject), { since, keys, noted: false })
  return { subject, since, keys, noted: kept?.noted ?? false }
}

/** Records that these things have been shown to the employee. */
export function markSeen(keys: readonly string[], noted = false): void {
  const seen = seenNow()
  if (!seen.subject || (keys.every((key) => key in seen.keys) && (seen.noted || !noted))) return
  const [today, oldest] = [daysAgo(0).slice(0, 10), daysAgo(LONGEST_DAYS)]
  // Another open page may have stored more since this one has read it.
  const stored = readSeen(seen.subject)
  const kept = Object.entries({ ...stored.keys, ...seen.keys }).filter(
    ([key, on]) => on >= oldest || (seen.undated?.includes(key) ?? true),
  )
  const next = {
    ...seen,
    noted: seen.noted || stored.noted || noted,
    keys: { ...Object.fromEntries(kept), ...Object.fromEntries(keys.map((key) => [key, today])) },
  }
  known = next
  store(storedAt(seen.subject), { since: next.since, keys: next.keys, noted: next.noted })
  changed.notify()
}

/** Takes all things without a time. Those that were there at the first visit are recorded, because they are not new. */
export function noteFirst(keys: readonly string[]): void {
  const seen = seenNow()
  seen.undated = keys
  if (!seen.noted) markSeen(keys, true)
}

/** For a screen that shows things: marks them as seen once they have loaded. */
export function useMarkSeen(keys: readonly string[] | undefined): void {
  useEffect(() => {
    if (keys) markSeen(keys)
  }, [keys])
}

/** Whether a thing is new to the employee. */
export function isNew({ key, at }: Datable, seen: Seen): boolean {
  return !(key in seen.keys) && (at === null ? seen.noted : at > seen.since)
}

/** What the employee has seen. Renders again when that changes, also in another open page. */
export function useSeen(): Seen {
  return useSyncExternalStore(changed.watch, seenNow)
}

let listens = false

function listenToOtherPages(): void {
  if (listens) return
  listens = true
  addEventListener('storage', ({ key, newValue }) => {
    // Not at a sign-out in another page, because reading would store it again.
    if (newValue === null || key !== storedAt(known?.subject ?? '')) return
    known = undefined
    changed.notify()
  })
}
