import { startedOverFor } from './started-over.ts'
import { readLastUser } from './stored-user.ts'
import { typedKey } from './typed-key.ts'

/**
 * Removes text that other employees have typed in this tab, because another tab may have signed out and signed in another employee. Text
 * about employees goes with the employee who wrote it. It stays while a sign-in has expired, since it may be renewed, and when an update or
 * a reset has removed the sign-in.
 */
export function removeTypedByOthers(): void {
  const subject = readLastUser()?.subject ?? startedOverFor()
  const isOwn = (key: string) => subject !== null && key.startsWith(`${typedKey}${subject}.`)
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(typedKey) && !isOwn(key)) sessionStorage.removeItem(key)
  } catch {
    // A browser that stores nothing has nothing to remove.
  }
}
