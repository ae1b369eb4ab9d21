/**
 * What belongs to the phone and to nobody: how it looks to tired eyes, that its guide has been read, and how far a crisis
 * checklist has come. It stays whoever signs in or out.
 */
export const belongsToThePhone = (key: string): boolean => /^linjen\.(theme$|install|kris:)/.test(key)

/** Empties local storage, and with it the sign-in. */
export function clearLocalStorage(): void {
  for (const key of Object.keys(localStorage)) if (!belongsToThePhone(key)) localStorage.removeItem(key)
}
