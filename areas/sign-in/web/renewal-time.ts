const AHEAD_MS = 90_000
// Longer waits overflow a browser's timer and fire at once.
const LONGEST_MS = 12 * 60 * 60_000

/** How long to wait before renewing what ends at `expiresAt`, in seconds since 1970; 0 when it is time. */
export function msUntilRenewal(expiresAt: number, now: number): number {
  return Math.min(Math.max(expiresAt * 1000 - AHEAD_MS - now, 0), LONGEST_MS)
}
