import { useSyncExternalStore } from 'react'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { instantNow, watchClockError } from './clock-error.ts'
import { variant } from './variant.ts'

/** The company's wall clock to the minute, `YYYY-MM-DDTHH:mm`. Renders again when the minute changes or the phone wakes. */
export function useWallClock(): string {
  return useSyncExternalStore(watch, () => wallClockIn(variant.timeZone, new Date()).slice(0, 16))
}

/** The company's date, `YYYY-MM-DD`. It changes in a page that is left open overnight. */
export function useToday(): string {
  return useSyncExternalStore(watch, () => wallClockIn(variant.timeZone, new Date()).slice(0, 10))
}

/** The current minute by the portal's clock, in milliseconds since 1970, for what the portal decides by instants. */
export function useInstant(): number {
  return useSyncExternalStore(watch, () => Math.floor(instantNow() / 60_000) * 60_000)
}

/** The time since `since` by the phone's clock, in whole minutes, as milliseconds. */
export function useElapsed(since: number): number {
  return useSyncExternalStore(watch, () => Math.floor((Date.now() - since) / 60_000) * 60_000)
}

function watch(watcher: () => void): () => void {
  const timer = setInterval(watcher, 15_000)
  const unwatch = watchClockError(watcher)
  document.addEventListener('visibilitychange', watcher)
  return () => {
    clearInterval(timer)
    unwatch()
    document.removeEventListener('visibilitychange', watcher)
  }
}
