import { LRUCache } from 'lru-cache'
import type { Clock } from '#platform/server/area.ts'

/** How many wrong passwords an account accepts in the time below, from any address. */
const MOST_FAILURES = 20
const FORGOTTEN_MS = 15 * 60_000
const ACCOUNTS = 10_000

/** Counts failed sign-ins by account: with a limit by address alone, many addresses could guess at one account. */
export function failureLimit(clock: Clock) {
  const failed = new LRUCache<string, number>({
    max: ACCOUNTS,
    ttl: FORGOTTEN_MS,
    // Counted from the first failure, so that further guesses do not lock the account for longer.
    noUpdateTTL: true,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })
  return {
    tooMany: (account: string): boolean => (failed.get(account) ?? 0) >= MOST_FAILURES,
    add: (account: string): unknown => failed.set(account, (failed.get(account) ?? 0) + 1),
    forget: (account: string): unknown => failed.delete(account),
  }
}
