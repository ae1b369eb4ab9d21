let ofAreas: readonly string[] = []

/** Sets the prefixes of the areas' own keys. app calls it at start. */
export function keepOnThePhone(beginnings: readonly string[]): void {
  ofAreas = beginnings
}

/**
 * Whether a key belongs to the phone and not to an employee: the theme, the answer to the installation guide, and the areas' own keys.
 * These stay at sign-in and sign-out.
 */
export const isPhoneSetting = (key: string): boolean =>
  /^linjen\.(theme$|install)/.test(key) || ofAreas.some((beginning) => key.startsWith(beginning))
