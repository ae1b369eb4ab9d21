import { useSyncExternalStore } from 'react'
import { fits } from '#platform/contract/fits.ts'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { readText } from '#platform/web/page/stored.ts'
import { createSignal } from '#platform/web/page/watch.ts'
import { useSubject } from '#platform/web/who/session.ts'
import { variant } from '#platform/web/page/variant.ts'
import type { ChecklistName } from '../rules.ts'
import type { Ticks } from './progress.ts'
import { ticksKey } from './ticks-key.ts'

// Ticks are stored only on this phone: in a crisis nothing may wait for a server, and the same step is not done on two phones. They are
// stored per employee, because a colleague who uses the same phone is in another crisis.
const keyOf = (subject: string, checklist: ChecklistName) => `${ticksKey}${subject}:${checklist}`

const none: Ticks = {}
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const parsed = new Map<string, Ticks>()
const changed = createSignal()
// Ticks that the browser cannot store, because its storage is full or not allowed, are kept as long as the page is open.
const unkept = new Map<string, string>()

function read(key: string): Ticks {
  const text = unkept.get(key) ?? readText(key)
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
    if (!fits(value, {})) return none
    // A step with an invalid time counts as not done.
    return Object.fromEntries(Object.entries(value as object).filter(([, at]) => fits(at, time)))
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
  changed.notify()
}

function watch(watcher: () => void): () => void {
  const forget = changed.watch(watcher)
  addEventListener('storage', watcher)
  return () => {
    forget()
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
