import { readText, removeStored } from '../page/stored.ts'
import { readLastUser } from './stored-user.ts'

/**
 * Holds the subject whose sign-in an update or a reset of the app has removed, until somebody signs in. Without it, a sign-in that is gone
 * means that the employee has signed out, perhaps in another tab.
 */
export const startedOverKey = 'linjen.started-over'

/** Call it before the sign-in is removed: other tabs look when it goes. */
export function markStartedOver(): void {
  const subject = readLastUser()?.subject
  // The second of two starts finds nobody signed in: the mark of the first stays.
  if (subject === undefined) return
  try {
    localStorage.setItem(startedOverKey, subject)
  } catch {
    // The storage is full: the typed text is then removed, as at a sign-out.
  }
}

export const startedOverFor = (): string | null => readText(startedOverKey)

/** Call it after a sign-in, and at a sign-out before the sign-in is removed. */
export const endStartOver = (): void => removeStored(startedOverKey)
