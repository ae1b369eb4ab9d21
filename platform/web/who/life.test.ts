import { expect, it } from 'vitest'
import { readStored, renewalTime } from './life.ts'

const MINUTE = 60_000
const issued = Date.UTC(2026, 10, 21, 12)

/** The stored form of a token that lasts `life` and came when the phone's clock was `ahead`, both in milliseconds. */
function stored(life: number, ahead = 0, more: object = {}): string {
  const profile = { sub: 'anna', iat: issued / 1000, exp: (issued + life) / 1000 }
  return JSON.stringify({ id_token: 'a.b.c', profile, received_at: issued + ahead, ...more })
}
const endsAt = (text: string) => (readStored(text)?.endsAt ?? Number.NaN) - issued

it('ends with the ID token or the access token, whichever is first', () => {
  expect(endsAt(stored(20_000, 0, { expires_at: (issued + 60 * MINUTE) / 1000 }))).toBe(20_000)
  expect(endsAt(stored(60 * MINUTE, 0, { expires_at: (issued + 20_000) / 1000 }))).toBe(20_000)
})

it('works without the access token’s expiry, which providers need not give', () => {
  expect(endsAt(stored(30 * MINUTE))).toBe(30 * MINUTE)
})

it('works without the time of receipt, as stored by an older version of the app', () => {
  expect(endsAt(stored(30 * MINUTE, 0, { received_at: undefined }))).toBe(30 * MINUTE)
})

// The error of the phone's clock, and how long the token really lasts after its receipt.
it.each([
  ['behind, long token', 30 * MINUTE, -2 * MINUTE],
  ['behind, short token', 100_000, -2 * MINUTE],
  ['ahead, short token', 100_000, 2 * MINUTE],
  ['a day ahead', 30 * MINUTE, 24 * 60 * MINUTE],
])('a phone whose clock is %s uses the token for its whole lifetime', (_, life, ahead) => {
  expect(endsAt(stored(life, ahead)) - ahead).toBe(life)
})

it('a phone two minutes ahead never treats a fresh token of half an hour as expired', () => {
  expect(endsAt(stored(30 * MINUTE, 2 * MINUTE))).toBe(30 * MINUTE)
})

it('an issue time that the provider sets five minutes early does not prolong the lifetime', () => {
  // Entra: issued "five minutes ago", for 65 minutes.
  expect(endsAt(stored(65 * MINUTE, 5 * MINUTE))).toBe(65 * MINUTE)
})

it('is renewed 90 seconds ahead, a short one later in its life', () => {
  const timeOf = (text: string) => renewalTime(readStored(text)!) - issued
  expect(timeOf(stored(30 * MINUTE))).toBe(30 * MINUTE - 90_000)
  expect(timeOf(stored(60_000))).toBe(45_000)
})

it.each([null, '', '{', '[]', 'null', '{"id_token":"x"}', '{"id_token":"x","profile":{"sub":1}}'])(
  'an unusable stored user counts as none: %s',
  (text) => expect(readStored(text)).toBeNull(),
)
