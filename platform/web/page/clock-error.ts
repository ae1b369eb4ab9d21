import { createSignal } from './watch.ts'

// A phone's clock may be hours wrong. What a duty's times mean is decided by the portal's clock, which every answer tells.
let ahead = 0
const changed = createSignal()

/**
 * Hears an answer's `timestamp`: it was made after its request was sent and before now, and the phone's clock is believed as far as that
 * leaves room for it. What a cache may answer tells nothing of now.
 */
export function hearTime(timestamp: string, sentAt: number, headers: Headers): void {
  const made = Date.parse(timestamp)
  const cached = headers.has('ETag') || !(headers.get('Cache-Control') ?? 'no-store').includes('no-store')
  const least = sentAt - made
  const most = Date.now() - made
  // NaN where there is no timestamp; the other way round where the phone's clock was set meanwhile.
  if (cached || !(least <= most)) return
  const before = ahead
  ahead = Math.min(Math.max(ahead, least), most)
  if (ahead !== before) changed.notify()
}

/** Now by the portal's clock, milliseconds since 1970; by the phone's until an answer has come. */
export const instantNow = (): number => Date.now() - ahead

export const watchClockError = changed.watch
