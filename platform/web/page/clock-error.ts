import { createSignal } from './watch.ts'

// A phone's clock may be hours wrong. Duties are judged by the portal's clock, which every answer contains.
let ahead = 0
const changed = createSignal()

/**
 * Processes an answer's `timestamp`: it was made after the request was sent and before now, and the phone's clock is trusted as far as
 * that allows. An answer that may come from a cache is ignored.
 */
export function readServerTime(timestamp: string, sentAt: number, headers: Headers): void {
  const made = Date.parse(timestamp)
  const cached = headers.has('ETag') || !(headers.get('Cache-Control') ?? 'no-store').includes('no-store')
  const least = sentAt - made
  const most = Date.now() - made
  // NaN without a timestamp; reversed if the phone's clock was set meanwhile.
  if (cached || !(least <= most)) return
  const before = ahead
  ahead = Math.min(Math.max(ahead, least), most)
  if (ahead !== before) changed.notify()
}

/** Now by the portal's clock, milliseconds since 1970; by the phone's until an answer has come. */
export const instantNow = (): number => Date.now() - ahead

export const watchClockError = changed.watch
