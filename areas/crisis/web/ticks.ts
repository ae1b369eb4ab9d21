import { useSyncExternalStore } from 'react'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { variant } from '#platform/web/variant.ts'
import type { ChecklistName } from '../rules.ts'

/** What has been done, by the step's own words, and when: `YYYY-MM-DDTHH:mm:ss`. A step that is reworded is to be done again. */
export type Ticks = Readonly<Record<string, string>>

// On this phone alone: in a crisis nothing may wait for a server, and two phones do not do the same step.
const keyOf = (checklist: ChecklistName) => `linjen.kris:${checklist}`

const none: Ticks = {}
const parsed = new Map<string, Ticks>()
const watchers = new Set<() => void>()
// Where the browser keeps nothing, ticks last as long as the page.
const unkept = new Map<string, string>()

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unkept.get(key) ?? null
  } catch {
    return unkept.get(key) ?? null
  }
}

function read(checklist: ChecklistName): Ticks {
  const text = readText(keyOf(checklist))
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

function write(checklist: ChecklistName, ticks: Ticks): void {
  const key = keyOf(checklist)
  const text = JSON.stringify(ticks)
  unkept.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {
    // Kept in `unkept`.
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
  const ticks = useSyncExternalStore(watch, () => read(checklist))
  return {
    ticks,
    toggle: (step: string) => {
      const { [step]: was, ...rest } = read(checklist)
      write(checklist, was ? rest : { ...rest, [step]: wallClockIn(variant.timeZone, new Date()) })
    },
    clear: () => write(checklist, none),
  }
}

/** A step's key: parts may say the same words. */
export const stepKey = (part: number, words: string): string => `${part} ${words}`
