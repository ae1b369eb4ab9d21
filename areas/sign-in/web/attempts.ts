const key = 'linjen.refused'
const WITHIN_MS = 60_000
const MOST = 3

/** The attempts that still count, with this one. */
export function withAttempt(earlier: readonly number[], now: number): readonly number[] {
  return [...earlier.filter((at) => at > now - WITHIN_MS && at <= now), now]
}

/**
 * The server refused a token that still counts: whether to get another by ourselves. One that refuses every fresh token would
 * else send the browser round for ever; after a few rounds a person decides.
 */
export function mayAttempt(now: number): boolean {
  const attempts = withAttempt(readAttempts(), now)
  sessionStorage.setItem(key, JSON.stringify(attempts))
  return attempts.length <= MOST
}

/** A person asked for it: count from the beginning. */
export function forgetAttempts(): void {
  sessionStorage.removeItem(key)
}

function readAttempts(): number[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((at) => typeof at === 'number') : []
  } catch {
    return []
  }
}
