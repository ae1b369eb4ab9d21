/** So long what was read stays on the phone; what is older is of no use to anybody. */
export const KEPT_MS = 14 * 24 * 60 * 60_000
