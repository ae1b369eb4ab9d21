import { AsyncLocalStorage } from 'node:async_hooks'
import { Unavailable } from '../unavailable.ts'

/** For which area a connection is taken: set where its routes are registered. */
export const askingArea = new AsyncLocalStorage<string>()

/** How many an area gets even of those that are reserved for the others. */
const EACH = 2

interface Waiting {
  readonly area: string
  readonly go: () => void
  readonly fail: (error: Unavailable) => void
}

/**
 * Whose turn it is to take a connection. An area whose table is locked would otherwise hold every connection of the pool, and
 * nobody else would get an answer.
 */
export class Turns {
  readonly #waiting = new Set<Waiting>()
  readonly #taken = new Map<string, number>()
  readonly #reserved: number
  #free: number

  /** So many connections are left to the other areas when one wants all. */
  constructor(connections: number, reserved: number) {
    this.#free = connections
    this.#reserved = reserved
  }

  /** Resolves when the area may take a connection, with what to call when it has given it back. Rejects after `atMost` ms. */
  async take(area: string, atMost: number): Promise<() => void> {
    if (!this.#mayTake(area)) await this.#wait(area, atMost)
    else this.#count(area, 1)
    let given = true
    return () => {
      if (!given) return
      given = false
      this.#count(area, -1)
      this.#next()
    }
  }

  /** Sends away everybody who waits: there is nothing to wait for. */
  giveUp(error: Unavailable): void {
    for (const { fail } of this.#waiting) fail(error)
  }

  #mayTake(area: string): boolean {
    if (this.#free > this.#reserved) return true
    return this.#free > 0 && (this.#taken.get(area) ?? 0) < EACH
  }

  #count(area: string, by: 1 | -1): void {
    this.#free -= by
    const taken = (this.#taken.get(area) ?? 0) + by
    if (taken > 0) this.#taken.set(area, taken)
    else this.#taken.delete(area)
  }

  #wait(area: string, atMost: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        this.#waiting.delete(waiting)
      }
      const waiting: Waiting = {
        area,
        go: () => {
          leave()
          this.#count(area, 1)
          resolve()
        },
        fail: (error) => {
          leave()
          reject(error)
        },
      }
      const timer = setTimeout(() => waiting.fail(new Unavailable('database', 'no connection is free')), atMost)
      this.#waiting.add(waiting)
    })
  }

  #next(): void {
    for (const { area, go } of this.#waiting) if (this.#mayTake(area)) return go()
  }
}
