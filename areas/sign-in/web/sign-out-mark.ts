import { isPhoneSetting } from '#platform/web/updates/local-storage.ts'
import { readText } from '#platform/web/page/stored.ts'

// Read by other tabs: while this one is on its way to the provider, none of them may sign in again automatically.
const mark = 'linjen.signing-out'
// Only in the tab that signs out, which removes the mark again.
const own = 'linjen.signing-out-here'
const VALID_MS = 60_000

/** A phone whose storage is full is signed out without the mark. */
export function markSigningOut(now: number): void {
  try {
    localStorage.setItem(mark, String(now))
    sessionStorage.setItem(own, 'yes')
  } catch {
    // See above.
  }
}

export function isSigningOut(now: number): boolean {
  const at = Number(readText(mark))
  return at > now - VALID_MS && at <= now
}

export function signsOutHere(): boolean {
  return readText(own, 'sessionStorage') !== null
}

export function clearMark(): void {
  localStorage.removeItem(mark)
  sessionStorage.removeItem(own)
}

/** What a sign-out leaves on the device. */
export function staysAfterSignOut(key: string): boolean {
  return key === mark || isPhoneSetting(key)
}
