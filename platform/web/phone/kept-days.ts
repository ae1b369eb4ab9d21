/** How long copies stay on the phone, in milliseconds. Older ones are useless. */
export const KEPT_MS = 14 * 24 * 60 * 60_000
