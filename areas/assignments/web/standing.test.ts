import { expect, it } from 'vitest'
import { hasBegun, isOver } from './standing.ts'

const at = (instant: string) => Date.parse(instant)
// The night when the clocks go back: it ends at the second half past two.
const night = {
  starttid: '2026-10-24T22:00:00',
  sluttid: '2026-10-25T02:30:00',
  startForskjutning: '+02:00',
  slutForskjutning: '+01:00',
}

it('ends at the instant, not when the wall clock shows it for the first time', () => {
  expect(isOver(night, at('2026-10-25T00:35:00Z'), Infinity)).toBe(false)
  expect(isOver(night, at('2026-10-25T01:29:00Z'), Infinity)).toBe(false)
  expect(isOver(night, at('2026-10-25T01:30:00Z'), Infinity)).toBe(true)
})

it('begins at the instant', () => {
  expect(hasBegun(night, at('2026-10-24T19:59:00Z'))).toBe(false)
  expect(hasBegun(night, at('2026-10-24T20:00:00Z'))).toBe(true)
})

it('is never over while the answer that contained it is fresh', () => {
  const later = at('2026-10-26T00:00:00Z')
  expect(isOver(night, later, 0)).toBe(false)
  expect(isOver(night, later, 59_000)).toBe(false)
  expect(isOver(night, later, 60_000)).toBe(true)
  expect(isOver(night, later, -60_000)).toBe(true)
})
