import { AsyncLocalStorage } from 'node:async_hooks'
import { Unavailable } from '../unavailable.ts'

/** The area that a connection is taken for: set where its routes are registered. */
export const currentArea = new AsyncLocalStorage<string>()

/**
 * If only reserved connections are free, an area gets one only while it has fewer than EACH. If only the last ones (LAST) are free, it gets
 * one only while it has none.
 */
const EACH = 2
const LAST = 2

/** An area that has kept a connection this long is most likely waiting for a lock, and gets none of the last ones for a while. */
const SLOW_MS = 1000
const SLOW_FOR_MS = 10_000

interface Waiting {
  readonly area: string
  /** By `performance.now()`. */
  readonly until: number
  readonly go: () => void
  readonly fail: (error: Unavailable) => void
}

/** The connections that an area has taken, each with its time. */
type Taken = { readonly at: number }[]

/**
 * Shares the connections between the areas. An area whose table is locked, or several such areas together, would otherwise hold
 * every connection of the pool, and no other area would get an answer.
 */
export class Turns {
  readonly #waiting: Waiting[] = []
  readonly #taken = new Map<string, Taken>()
  readonly #slowUntil = new Map<string, number>()
  readonly #reserved: number
  readonly #now: () => number
  // One timer for all who wait, and when it runs out. Under load most requests wait for a moment, and a timer for each costs 2 µs.
  #timer: NodeJS.Timeout | undefined
  #due = Infinity
  #free: number

  /** `reserved`: how many connections one area alone cannot take from the others. */
  constructor(connections: number, reserved: number, now = () => performance.now()) {
    this.#free = connections
    this.#reserved = reserved
    this.#now = now
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * Returns a function that gives the connection back, at once or when the area may take one. Rejects with Unavailable after `atMost` ms.
   */
  take(area: string, atMost: number): (() => void) | Promise<() => void> {
    return this.#mayTake(area) ? this.#give(area) : this.#wait(area, atMost)
  }

  #mayTake(area: string): boolean {
    if (this.#free > this.#reserved) return true
    if (this.#free === 0) return false
    const taken = this.#taken.get(area)?.length ?? 0
    return this.#free > LAST ? taken < EACH : taken === 0 && !this.#isSlow(area)
  }

  #isSlow(area: string): boolean {
    const now = this.#now()
    for (const { at } of this.#taken.get(area) ?? []) if (now - at >= SLOW_MS) return true
    return (this.#slowUntil.get(area) ?? 0) > now
  }

  #give(area: string): () => void {
    const taken = this.#taken.get(area) ?? []
    const one = { at: this.#now() }
    taken.push(one)
    this.#taken.set(area, taken)
    this.#free--
    return () => {
      const at = taken.indexOf(one)
      if (at < 0) return
      // Their order says nothing, and `splice` makes an array of what it removes.
      const last = taken.pop()
      if (last && last !== one) taken[at] = last
      this.#free++
      const now = this.#now()
      if (now - one.at >= SLOW_MS) this.#slowUntil.set(area, now + SLOW_FOR_MS)
      this.#next()
    }
  }

  #wait(area: string, atMost: number): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const until = performance.now() + atMost
      this.#waiting.push({ area, until, go: () => resolve(this.#give(area)), fail: reject })
      if (until < this.#due) this.#lookAt(until)
    })
  }

  #lookAt(due: number): void {
    clearTimeout(this.#timer)
    this.#due = due
    // It also runs out if nobody waits any longer, and must not keep the process for that. Who waits has connections to wait for.
    this.#timer = setTimeout(() => this.#look(), Math.max(0, Math.ceil(due - performance.now()))).unref()
  }

  /** Refuses those who have waited too long. */
  #look(): void {
    const now = performance.now()
    for (const late of this.#waiting.filter(({ until }) => until <= now)) {
      this.#leave(late)
      late.fail(new Unavailable('database', 'no connection is free'))
    }
    this.#due = Infinity
    if (this.#waiting.length > 0) this.#lookAt(Math.min(...this.#waiting.map(({ until }) => until)))
  }

  #leave(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
  }

  #next(): void {
    for (const waiting of this.#waiting) {
      if (!this.#mayTake(waiting.area)) continue
      this.#leave(waiting)
      return waiting.go()
    }
  }
}
