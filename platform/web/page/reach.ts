import { useStore } from './use-store.ts'
import { createSignal, createStore } from './watch.ts'

// Whether the portal can be reached. What the browser says of its network is only half of it: a phone in a tunnel counts as
// online. So the calls' own fate decides, and where one got no answer the portal is asked for the smallest thing it has.
const reached = createStore(navigator.onLine)
let asking: Promise<boolean> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const AGAIN_MS = 15_000
const LONGEST_MS = 6000
// A call that got no answer is first answered with what the phone has: until then nobody knows that it is worth another try.
const SHOWN_MS = 1000

export const isReached = reached.get
export const watchReach = reached.watch

/** Whether the portal can be reached; renders again when that changes. */
export function useReached(): boolean {
  return useStore(reached)
}

/** A call was answered, with whatever. */
export function tellAnswered(): void {
  set(true)
}

/** A call got no answer. */
export function tellUnanswered(): void {
  if (!navigator.onLine) set(false)
  else
    void askPortal().then((answered) => {
      if (answered) tellMissed()
    })
}

const missed = createSignal()
let missedAt = -Infinity
let telling: ReturnType<typeof setTimeout> | undefined

/** Tells when calls got no answer though the portal is there after all: they are worth another try. Now and then at most. */
export const watchMissed = missed.watch

function tellMissed(): void {
  // A call that never gets through, while others do, must not set off one try after the other.
  telling ??= setTimeout(
    () => {
      telling = undefined
      missedAt = performance.now()
      missed.notify()
    },
    Math.max(SHOWN_MS, missedAt + AGAIN_MS - performance.now()),
  )
}

/** Asks the portal whether it is there. Several at once ask together. */
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

/** Heeds what the browser says of its network, from now on. */
export function watchNetwork(): void {
  addEventListener('offline', () => set(false))
  addEventListener('online', () => void askPortal())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !isReached()) void askPortal()
  })
  if (!isReached()) set(false)
}
