import { LRUCache } from 'lru-cache'
import type { Clock } from '#platform/server/area.ts'

/** Wrong passwords that an account takes in the time below, from wherever they come. */
const MOST_FAILURES = 20
const FORGOTTEN_MS = 15 * 60_000
const ACCOUNTS = 10_000

/** Counts failed sign-ins by account: a limit by address alone lets many addresses guess at one account. */
export function failureLimit(clock: Clock) {
  const failed = new LRUCache<string, number>({
    max: ACCOUNTS,
    ttl: FORGOTTEN_MS,
    // From the first failure on, so that nobody is kept out for longer by who goes on guessing.
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
