import { useSyncExternalStore } from 'react'
import type { Call } from '#platform/contract/call.ts'
import { removeStored, store } from '../page/stored.ts'
import { createSignal } from '../page/watch.ts'
import { type KeptAnswer, type KeptCall, startCopy, startKey, subjectNow } from './start-copies.ts'

/**
 * An area's list of kept calls, `web/kept.ts`: each call whose answers the phone keeps, with the schema that a copy must match to be
 * shown. The schema may fill in fields that a copy of an earlier version lacks: docs/decisions/0041.
 */
export type KeptAnswers = readonly (readonly [Pick<Call<unknown>, 'path'>, Schema])[]

interface Schema {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown }
}

/**
 * For this long after a page has been opened, in milliseconds, nothing is written: the page needs its first moments for what it was opened
 * for.
 */
const RESTED_MS = 2500
let schemas = (): Promise<KeptAnswers> => Promise.resolve([])

/** Sets how the areas' schemas of kept answers are loaded; app calls it. */
export function setCopySchemas(load: typeof schemas): void {
  schemas = load
}

/** Keeps an answer for `subject`, unless another employee has signed in since. */
export function keepForStart(subject: string, address: string, answer: unknown): void {
  if (!subject || subject !== subjectNow()) return
  store(startKey(subject, address), { answer, at: Date.now() })
}

const waiting = new Map<string, KeptAnswer & { subject: string; address: string }>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Like `keepForStart`, for screens that are opened without coverage. Writes the answer at once, but not within the first moments of a
 * page.
 */
export function keepCopy(subject: string, address: string, answer: unknown): void {
  if (!subject || subject !== subjectNow()) return
  waiting.set(address, { subject, address, answer, at: Date.now() })
  timer ??= setTimeout(() => void writeWaiting(), Math.max(0, RESTED_MS - performance.now()))
}

/** Writes the waiting answers. Never rejects, because a phone that stores nothing still shows answers. */
async function writeWaiting(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const copies = [...waiting.values()]
  waiting.clear()
  if (copies.length === 0) return
  await import('./copy-store.ts').then((store) => store.writeCopies(copies)).catch(() => undefined)
}

/** The last answer to the signed-in employee at an address, if the phone has it. */
export async function copyOf(call: KeptCall, address: string): Promise<KeptAnswer | undefined> {
  const subject = subjectNow()
  const held = waiting.get(address)
  if (held?.subject === subject) return held
  try {
    if (call.fits) return startCopy(call, address)
    const copy = await (await import('./copy-store.ts')).readCopy(subject, address)
    const known = (await schemas()).find(([{ path }]) => path === call.path)
    const read = copy && known?.[1].safeParse(copy.answer)
    return copy && read?.success ? { answer: read.data, at: copy.at } : undefined
  } catch {
    return undefined
  }
}

/** A copy that is being shown: its time, and whether the server fails or merely cannot be reached. */
export interface ShownCopy {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly failing: boolean
}

// The addresses for which a copy is being shown.
const shown = new Map<string, ShownCopy>()
const shownChanged = createSignal()

export function showCopy(address: string, copy: ShownCopy): void {
  const last = shown.get(address)
  if (last?.at === copy.at && last.failing === copy.failing) return
  shown.set(address, copy)
  shownChanged.notify()
}

export function hideCopy(address: string): void {
  if (shown.delete(address)) shownChanged.notify()
}

export const shownCopy = (address: string): ShownCopy | undefined => shown.get(address)

/** The copy that is shown for an address. Undefined if the data is fresh. */
export function useShownCopy(address: string): ShownCopy | undefined {
  return useSyncExternalStore(shownChanged.watch, () => shown.get(address))
}

/** Whether any data on the screen is a copy. */
export function useAnyCopy(): boolean {
  return useSyncExternalStore(shownChanged.watch, () => shown.size > 0)
}

/** Removes a copy that the employee may no longer see, or that is gone on the server, so that it is not shown without coverage either. */
export async function forgetCopy(subject: string, address: string): Promise<void> {
  waiting.delete(address)
  removeStored(startKey(subject, address))
  await import('./copy-store.ts').then((kept) => kept.deleteCopy(subject, address)).catch(() => undefined)
}

/** At sign-out: the next employee must not see the previous one's copies. */
export async function wipeCopies(subject: string): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  waiting.clear()
  await (await import('./copy-store.ts')).deleteCopies(subject)
}
