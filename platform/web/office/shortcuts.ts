import { useEffect, useRef } from 'react'
import { readText, removeStored, store } from '../page/stored.ts'
import { useStore } from '../page/use-store.ts'
import { createStore } from '../page/watch.ts'

/** A keyboard shortcut of the office: a single character, Enter or Escape. */
export interface Shortcut {
  readonly key: string
  /** The description in the list that `?` opens. */
  readonly label: string
  readonly run: () => void
}

/** The shortcuts of each mounted part. */
const active = new Set<{ readonly current: readonly Shortcut[] }>()
const offKey = 'linjen.office-keys-off'
const isOff = createStore(readText(offKey) !== null)

/** The shortcuts that work at the moment, for the list. */
export const activeShortcuts = (): readonly Shortcut[] => [...active].flatMap(({ current }) => current)

/**
 * Whether shortcuts are off, and a function that switches them. Single keys disturb people who use speech input (WCAG
 * 2.1.4).
 */
export function useShortcutsOff(): readonly [off: boolean, set: (off: boolean) => void] {
  return [
    useStore(isOff),
    (off) => {
      if (off) store(offKey, true)
      else removeStored(offKey)
      isOff.set(off)
    },
  ]
}

const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))

/**
 * Enables shortcuts while the component is mounted. They do not work while somebody types, with a modifier key, or behind
 * a dialog.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isOff.get() || isTyped(event.target) || document.querySelector('dialog[open]')) return
      // Enter on a link or a button activates it.
      if (event.key === 'Enter' && (event.target as Element).closest('a, button, summary')) return
      const found = latest.current.find(({ key }) => key === event.key)
      if (!found) return
      event.preventDefault()
      found.run()
    }
    active.add(latest)
    document.addEventListener('keydown', press)
    return () => {
      active.delete(latest)
      document.removeEventListener('keydown', press)
    }
  }, [])
}
