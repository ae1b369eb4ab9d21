import { useSyncExternalStore } from 'react'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { variant } from './variant.ts'

/** The company's wall clock to the minute, `YYYY-MM-DDTHH:mm`; renders again when the minute changes or the phone wakes. */
export function useWallClock(): string {
  return useSyncExternalStore(watch, () => wallClockIn(variant.timeZone, new Date()).slice(0, 16))
}

/** The company's date, `YYYY-MM-DD`: a page left open overnight follows. */
export function useToday(): string {
  return useSyncExternalStore(watch, () => wallClockIn(variant.timeZone, new Date()).slice(0, 10))
}

function watch(watcher: () => void): () => void {
  const timer = setInterval(watcher, 15_000)
  document.addEventListener('visibilitychange', watcher)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', watcher)
  }
}
