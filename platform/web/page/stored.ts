import { fits, type Sample } from '#platform/contract/fits.ts'
import { hasEnded } from './ended.ts'

/** The text under a key; null also if the browser stores nothing. */
export function readText(key: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
  try {
    return globalThis[storage].getItem(key)
  } catch {
    return null
  }
}

/** The value under a key if it fits the sample; any other value is treated as absent. */
export function readStored(key: string, sample: Sample): unknown {
  try {
    const value: unknown = JSON.parse(readText(key) ?? '')
    return fits(value, sample) ? value : undefined
  } catch {
    // Nothing, or no JSON.
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

/** Stores a value. A full or forbidden storage only costs the head start that the value would give. */
export function store(key: string, value: unknown): void {
  if (hasEnded()) return
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Said above.
  }
}
