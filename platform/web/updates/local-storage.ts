let ofAreas: readonly string[] = []

/** Called by app when it starts, with how the areas' own keys begin. */
export function keepOnThePhone(beginnings: readonly string[]): void {
  ofAreas = beginnings
}

/**
 * What belongs to the phone and to nobody: how it looks to tired eyes, that its guide has been read, and what areas say. It stays
 * whoever signs in or out.
 */
export const belongsToThePhone = (key: string): boolean =>
  /^linjen\.(theme$|install)/.test(key) || ofAreas.some((beginning) => key.startsWith(beginning))

/** Empties local storage, and with it the sign-in. */
export function clearLocalStorage(): void {
  for (const key of Object.keys(localStorage)) if (!belongsToThePhone(key)) localStorage.removeItem(key)
}
