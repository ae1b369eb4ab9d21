import { useStore } from './use-store.ts'
import { createSignal, createStore } from './watch.ts'

// Whether the portal can be reached. The browser's own state is not enough, because a phone in a tunnel counts as online. So the
// results of the calls decide. After a call without an answer, the portal's smallest resource is requested.
const reached = createStore(navigator.onLine)
let asking: Promise<boolean> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const AGAIN_MS = 15_000
const LONGEST_MS = 6000
// A call without an answer first returns the phone's copy. Only after that is it known that another attempt is useful.
const SHOWN_MS = 1000

export const isReached = reached.get
export const watchReach = reached.watch

/** Whether the portal can be reached. Renders again when that changes. */
export function useReached(): boolean {
  return useStore(reached)
}

/** Records that a call was answered, with any status. */
export function markAnswered(): void {
  set(true)
}

/** Records that a call got no answer. */
export function markUnanswered(): void {
  if (!navigator.onLine) set(false)
  else
    void askPortal().then((answered) => {
      if (answered) notifyMissed()
    })
}

const missed = createSignal()
let missedAt = -Infinity
let telling: ReturnType<typeof setTimeout> | undefined

/** Notifies, at a limited rate, that calls got no answer although the portal can be reached, so that another attempt is useful. */
export const watchMissed = missed.watch

function notifyMissed(): void {
  // One call that never gets through while others do must not cause one attempt after another.
  telling ??= setTimeout(
    () => {
      telling = undefined
      missedAt = performance.now()
      missed.notify()
    },
    Math.max(SHOWN_MS, missedAt + AGAIN_MS - performance.now()),
  )
}

/** Checks whether the portal can be reached. Concurrent callers share one request. */
function askPortal(): Promise<boolean> {
  asking ??= fetch('/version.txt', { cache: 'no-store', signal: AbortSignal.timeout(LONGEST_MS) })
    .then(
      (response) => response.ok,
      () => false,
    )
    .then((answered) => {
      set(answered)
      return answered
    })
    .finally(() => {
      asking = undefined
    })
  return asking
}

function set(now: boolean): void {
  clearTimeout(timer)
  if (!now) timer = setTimeout(() => void askPortal(), AGAIN_MS)
  reached.set(now)
}

/** From now on, follows the browser's network events. */
export function watchNetwork(): void {
  addEventListener('offline', () => set(false))
  addEventListener('online', () => void askPortal())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !isReached()) void askPortal()
  })
  if (!isReached()) set(false)
}
