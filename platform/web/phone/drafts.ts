import { useEffect, useMemo, useRef, useState } from 'react'
import { fits, type Sample } from '#platform/contract/fits.ts'
import { deleteDraft, deleteDrafts, listDrafts, readDraft, writeDraft } from './draft-store.ts'
import { useSubject } from '../who/session.ts'

export interface Draft<Value> {
  readonly key: string
  /** The draft when the screen was opened: undefined while it is being read, null if there is none. */
  readonly draft: Value | null | undefined
  /** When the draft was stored, in milliseconds since 1970. */
  readonly savedAt: number | undefined
  /**
   * Stores a value in the next task, and at once when the page is hidden or left. Accepts anything that can be cloned, but no Blobs
   * (stored-file.ts).
   */
  readonly save: (value: Value) => void
  /** Deletes the draft after it has been sent or discarded. */
  readonly discard: () => Promise<void>
  /**
   * Whether the phone refuses to store (a private window, no room). The screen must say so, because otherwise typed text may be lost
   * without notice.
   */
  readonly failed: boolean
}

/**
 * Text that the employee has typed and not sent. The phone keeps it for each employee until it is discarded or wiped. A stored value
 * without the sample's shape is ignored.
 */
export function useDraft<Value>(key: string, sample: Sample): Draft<Value> {
  const subject = useSubject()
  const [kept, setKept] = useState<{ of: string; value: Value | null; savedAt?: number | undefined }>()
  const [failed, setFailed] = useState(false)
  const of = `${subject} ${key}`
  const sampleOf = useRef(sample)

  useEffect(() => {
    let current = true
    watchLeaving()
    read(subject, key).then(
      (row) => {
        if (!current) return
        const value = row && fits(row.value, sampleOf.current) ? (row.value as Value) : null
        setKept({ of, value, savedAt: row?.savedAt })
      },
      () => {
        if (!current) return
        setKept({ of, value: null })
        setFailed(true)
      },
    )
    const refused = () => setFailed(true)
    refusals.add(refused)
    return () => {
      current = false
      refusals.delete(refused)
      flush()
    }
  }, [subject, key, of])

  return useMemo(() => {
    const here = kept?.of === of ? kept : undefined
    return {
      key,
      draft: here?.value,
      savedAt: here?.savedAt,
      save: (value: Value) => {
        if (subject) keep(subject, key, value)
      },
      discard: async () => {
        setKept({ of, value: null })
        forget(subject, key)
        await deleteDraft(subject, key).catch(() => setFailed(true))
      },
      failed,
    }
  }, [kept, failed, subject, key, of])
}

/** The existing drafts by key, with the time of each. Empty until they have been read. */
export function useDrafts(prefix: string): ReadonlyMap<string, number> {
  const subject = useSubject()
  const [found, setFound] = useState<ReadonlyMap<string, number>>(none)
  useEffect(() => {
    let current = true
    flush()
    listDrafts(subject).then(
      (rows) => {
        const wanted = rows.filter(({ key }) => key.startsWith(prefix))
        if (current) setFound(new Map(wanted.map(({ key, savedAt }) => [key, savedAt])))
      },
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [subject, prefix])
  return found
}

/** At sign-out: the next employee must not see the previous one's drafts. Without a subject, everybody's drafts are removed. */
export async function wipeDrafts(subject?: string): Promise<void> {
  for (const [id, waiting] of pending) {
    if (subject === undefined || waiting.subject === subject) pending.delete(id)
  }
  await deleteDrafts(subject)
}

const none: ReadonlyMap<string, number> = new Map()

interface Waiting {
  readonly subject: string
  readonly key: string
  readonly value: unknown
}

// Values of all open forms that are not in the database yet.
const pending = new Map<string, Waiting>()
const underWay = new Set<Promise<void>>()
const refusals = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

const idOf = (subject: string, key: string) => `${subject} ${key}`

function keep(subject: string, key: string, value: unknown): void {
  pending.set(idOf(subject, key), { subject, key, value })
  clearTimeout(timer)
  // In the next task, since a page that is being left may not be able to write. If a write is running, as soon as it has ended.
  if (underWay.size === 0) timer = setTimeout(flush)
}

function forget(subject: string, key: string): void {
  pending.delete(idOf(subject, key))
}

function flush(): void {
  void flushDrafts()
}

/** Stores all waiting values, and resolves when they are stored. Called before a report is sent. Never rejects. */
export async function flushDrafts(): Promise<void> {
  clearTimeout(timer)
  for (const [id, { subject, key, value }] of pending) {
    pending.delete(id)
    const writing = writeDraft(subject, key, value)
      .catch(() => {
        for (const refused of refusals) refused()
      })
      .finally(() => {
        underWay.delete(writing)
        if (underWay.size === 0 && pending.size > 0) flush()
      })
    underWay.add(writing)
  }
  await Promise.all(underWay)
}

/** A waiting value is newer than the stored one. */
async function read(subject: string, key: string): Promise<{ value: unknown; savedAt: number } | undefined> {
  const waiting = pending.get(idOf(subject, key))
  return waiting ? { value: waiting.value, savedAt: Date.now() } : readDraft(subject, key)
}

let watched = false

/** A phone that is locked or switched to another app may never come back to this page. */
function watchLeaving(): void {
  if (watched) return
  watched = true
  addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })
}
