import { fits, type Sample } from '#platform/contract/fits.ts'
import { hasEnded } from './ended.ts'

/** The text under a key. Null if there is none, and if the browser stores nothing. */
export function readText(key: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
  try {
    return globalThis[storage].getItem(key)
  } catch {
    return null
  }
}

/** The value under a key if it fits the sample. Any other value counts as absent. */
export function readStored(key: string, sample: Sample): unknown {
  try {
    const value: unknown = JSON.parse(readText(key) ?? '')
    return fits(value, sample) ? value : undefined
  } catch {
    // There is no text, or it is not JSON.
    return undefined
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // If nothing can be stored, there is nothing to remove.
  }
}

/** Stores a value. If the storage is full or forbidden, only the head start that the value would give is lost. */
export function store(key: string, value: unknown): void {
  if (hasEnded()) return
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // See above: only a head start is lost.
  }
}
