import { useSyncExternalStore } from 'react'
import { readLastUser } from '../stored-user.ts'
import { KEPT_MS } from './kept-days.ts'

/** An answer from before, and when it came. */
export interface KeptAnswer {
  readonly answer: unknown
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The first moments of a page belong to what it is opened for. */
const RESTED_MS = 2500
/** Whose answers are kept and shown. Taken when asking: somebody else may have signed in before the answer comes. */
export const subjectNow = () => readLastUser()?.subject ?? ''

// What the start page opens with is read before the first drawing, which only local storage allows.
const startKey = (subject: string, address: string) => `linjen.copy:${subject}:${address}`

export function startCopy(address: string): KeptAnswer | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(startKey(subjectNow(), address)) ?? 'null') as KeptAnswer | null
    return kept && kept.at > Date.now() - KEPT_MS ? kept : undefined
  } catch {
    return undefined
  }
}

/** Keeps what `subject` asked for, unless somebody else is signed in by now. */
export function keepForStart(subject: string, address: string, answer: unknown): void {
  if (!subject || subject !== subjectNow()) return
  try {
    localStorage.setItem(startKey(subject, address), JSON.stringify({ answer, at: Date.now() }))
  } catch {
    // A full or forbidden storage only costs the head start.
  }
}

const waiting = new Map<string, KeptAnswer & { subject: string; address: string }>()
let timer: ReturnType<typeof setTimeout> | undefined

/** As `keepForStart`, for when there is no coverage: at once, or when a page that has just been opened has come to rest. */
export function keepCopy(subject: string, address: string, answer: unknown): void {
  if (!subject || subject !== subjectNow()) return
  waiting.set(address, { subject, address, answer, at: Date.now() })
  timer ??= setTimeout(() => void writeWaiting(), Math.max(0, RESTED_MS - performance.now()))
}

/** Writes what is waiting to be kept. Never rejects: a phone that keeps nothing still shows what it is told. */
export async function writeWaiting(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const copies = [...waiting.values()]
  waiting.clear()
  if (copies.length === 0) return
  await import('./copy-store.ts').then((store) => store.writeCopies(copies)).catch(() => undefined)
}

/** What the signed-in person was last told at an address, if the phone has it. */
export async function copyOf(address: string): Promise<KeptAnswer | undefined> {
  const subject = subjectNow()
  const held = waiting.get(address)
  if (held?.subject === subject) return held
  return (
    startCopy(address) ??
    (await import('./copy-store.ts').then((store) => store.readCopy(subject, address)).catch(() => undefined))
  )
}

// Which addresses are being shown from a copy, and of when it is.
const shown = new Map<string, number>()
const watchers = new Set<() => void>()

export function showCopy(address: string, at: number): void {
  if (shown.get(address) === at) return
  shown.set(address, at)
  for (const watcher of watchers) watcher()
}

export function hideCopy(address: string): void {
  if (shown.delete(address)) for (const watcher of watchers) watcher()
}

export const isCopyShown = (address: string): boolean => shown.has(address)

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** When what is shown of an address came, if it is a copy; undefined where it is fresh. */
export function useCopyTime(address: string): number | undefined {
  return useSyncExternalStore(watch, () => shown.get(address))
}

/** At sign-out: what one person was told is no business of the next one. */
export async function wipeCopies(subject: string): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  waiting.clear()
  await (await import('./copy-store.ts')).deleteCopies(subject)
}
