/**
 * Empties local storage, and with it the sign-in. What belongs to the phone and to nobody stays: how it looks to tired eyes, that
 * its guide has been read, and how far a crisis checklist has come.
 */
export function clearLocalStorage(): void {
  for (const key of Object.keys(localStorage)) {
    if (!/^linjen\.(theme$|install|kris:)/.test(key)) localStorage.removeItem(key)
  }
}
