import { expect, it } from 'vitest'
import type { Assignment } from '../contract.ts'
import { stagesOf, windowOf } from './day-line.ts'

const event = (from: string, to: string) =>
  ({
    starttid: `2026-11-22T${from}:00`,
    sluttid: `2026-11-22T${to}:00`,
    startForskjutning: '+01:00',
    slutForskjutning: '+01:00',
  }) as Assignment
const at = (time: string) => Date.parse(`2026-11-22T${time}:00+01:00`)
const day = [
  event('06:26', '06:26'),
  event('06:26', '06:36'),
  event('06:50', '07:33'),
  event('07:45', '08:28'),
  event('08:40', '09:23'),
  event('10:18', '11:05'),
  event('11:05', '11:48'),
]

it('moves through the day with the clock', () => {
  expect(stagesOf(day, at('06:00'))).toEqual(['next', 'later', 'later', 'later', 'later', 'later', 'later'])
  expect(stagesOf(day, at('06:30'))).toEqual(['past', 'now', 'next', 'later', 'later', 'later', 'later'])
  // Between two trips nothing is under way.
  expect(stagesOf(day, at('07:40'))).toEqual(['past', 'past', 'past', 'next', 'later', 'later', 'later'])
  expect(stagesOf(day, at('12:00'))).toEqual(['past', 'past', 'past', 'past', 'past', 'past', 'past'])
})

it('shows first what is behind, under way and ahead', () => {
  expect(windowOf(day, at('06:00'))).toEqual({ from: 0, to: 5 })
  expect(windowOf(day, at('07:00'))).toEqual({ from: 1, to: 6 })
  expect(windowOf(day, at('12:00'))).toEqual({ from: 2, to: 7 })
  expect(windowOf(day.slice(0, 6), at('12:00'))).toEqual({ from: 0, to: 6 })
})
