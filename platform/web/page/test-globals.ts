import { vi } from 'vitest'
import { variantText } from './test-variant.ts'

/** Stubs the browser globals that the page's modules use, for tests without a browser. Returns the content of local storage. */
export function stubBrowser(): Map<string, string> {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  const listens = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('document', { ...listens, querySelector: () => ({ textContent: variantText }) })
  for (const [name, value] of Object.entries(listens)) vi.stubGlobal(name, value)
  vi.stubGlobal('navigator', { onLine: true })
  return kept
}
