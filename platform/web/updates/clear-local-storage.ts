import { markStartedOver, startedOverKey } from '../who/started-over.ts'
import { isPhoneSetting } from './local-storage.ts'

/**
 * Empties local storage, including the sign-in, when the app starts over. A sign-out removes more: it leaves nothing of the employee.
 */
export function clearLocalStorage(): void {
  markStartedOver()
  for (const key of Object.keys(localStorage))
    if (!isPhoneSetting(key) && key !== startedOverKey) localStorage.removeItem(key)
}
