import { startedOverFor } from './started-over.ts'
import { readLastUser } from './stored-user.ts'
import { typedKey } from './typed-key.ts'

/**
 * Removes what others have typed in this tab: another one may have signed out, and somebody else in. What was written about employees goes
 * with the one who wrote it. It stays with an expired sign-in, which may be renewed, and when an update or a reset has removed the sign-in.
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
