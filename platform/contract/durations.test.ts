import { expect, it } from 'vitest'
import { hoursAndMinutes } from './durations.ts'

it('are told in hours and minutes, without what is nought', () => {
  expect([116, 120, 47, 0, 10_100, -80].map(hoursAndMinutes)).toEqual([
    '1 h 56 min',
    '2 h',
    '47 min',
    '0 min',
    '168 h 20 min',
    '1 h 20 min',
  ])
})
