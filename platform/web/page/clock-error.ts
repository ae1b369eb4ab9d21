import { createSignal } from './watch.ts'

// A phone's clock may be hours wrong. Times of duties are compared with the portal's clock, which every answer contains.
let ahead = 0
const changed = createSignal()

/**
 * Processes an answer's `timestamp`. It was made between the sending of the request and now, so the phone's clock is corrected only as
 * far as that requires. An answer that may come from a cache is ignored.
 */
export function readServerTime(timestamp: string, sentAt: number, headers: Headers): void {
  const made = Date.parse(timestamp)
  const cached = headers.has('ETag') || !(headers.get('Cache-Control') ?? 'no-store').includes('no-store')
  const least = sentAt - made
  const most = Date.now() - made
  // NaN without a timestamp. In reverse order if the phone's clock was set in between.
  if (cached || !(least <= most)) return
  const before = ahead
  ahead = Math.min(Math.max(ahead, least), most)
  if (ahead !== before) changed.notify()
}

/** The present time by the portal's clock, in milliseconds since 1970. By the phone's clock until an answer has come. */
export const instantNow = (): number => Date.now() - ahead

export const watchClockError = changed.watch
