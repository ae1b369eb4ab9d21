import { useSyncExternalStore } from 'react'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { useSubject } from '#platform/web/session.ts'
import { variant } from '#platform/web/variant.ts'
import type { ChecklistName } from '../rules.ts'

/** What has been done, by the step's own words, and when: `YYYY-MM-DDTHH:mm:ss`. A step that is reworded is to be done again. */
export type Ticks = Readonly<Record<string, string>>

// On this phone alone: in a crisis nothing may wait for a server, and two phones do not do the same step. Under whoever ticks them:
// a colleague on the same phone has another crisis.
const keyOf = (subject: string, checklist: ChecklistName) => `linjen.kris:${subject}:${checklist}`

const none: Ticks = {}
const parsed = new Map<string, Ticks>()
const watchers = new Set<() => void>()
// What the browser would not keep, full or forbidden, lasts as long as the page.
const unkept = new Map<string, string>()

function readText(key: string): string | null {
  try {
    return unkept.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

function read(key: string): Ticks {
  const text = readText(key)
  if (!text) return none
  let ticks = parsed.get(text)
  if (!ticks) {
    ticks = parse(text)
    parsed.clear()
    parsed.set(text, ticks)
  }
  return ticks
}

function parse(text: string): Ticks {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Ticks) : none
  } catch {
    return none
  }
}

function write(key: string, ticks: Ticks): void {
  const text = JSON.stringify(ticks)
  try {
    localStorage.setItem(key, text)
    unkept.delete(key)
  } catch {
    unkept.set(key, text)
  }
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', watcher)
  }
}

/** The ticks of a checklist on this phone, in all its tabs. */
export function useTicks(checklist: ChecklistName) {
  const key = keyOf(useSubject(), checklist)
  const ticks = useSyncExternalStore(watch, () => read(key))
  return {
    ticks,
    toggle: (step: string) => {
      const { [step]: was, ...rest } = read(key)
      write(key, was ? rest : { ...rest, [step]: wallClockIn(variant.timeZone, new Date()) })
    },
    clear: () => write(key, none),
  }
}

/** A step's key: parts may say the same words. */
export const stepKey = (part: number, words: string): string => `${part} ${words}`
