import { expect, it } from 'vitest'
import { dayText, spanText, untilText } from './until.ts'

const duty = {
  datum: '2026-11-22',
  starttid: '2026-11-22T06:26:00',
  sluttid: '2026-11-22T14:01:00',
  startForskjutning: '+01:00',
  slutForskjutning: '+01:00',
}
const at = (time: string) => untilText(duty, Date.parse(`${time}+01:00`), time.slice(0, 10))

it.each([
  ['2026-11-19T22:00:00', 'om 3 dagar'],
  ['2026-11-21T05:00:00', null],
  ['2026-11-21T06:26:00', 'om 24 h'],
  ['2026-11-22T04:30:00', 'om 1 h 56 min'],
  ['2026-11-22T06:25:00', 'om 1 min'],
  ['2026-11-22T06:26:00', '7 h 35 min kvar'],
  ['2026-11-22T14:00:00', '1 min kvar'],
  ['2026-11-22T14:01:00', null],
])('at %s it says %s', (time, words) => expect(at(time)).toBe(words))

it('counts real hours on the night when the clocks go back', () => {
  const night = { ...duty, starttid: '2026-10-25T05:00:00', sluttid: '2026-10-25T13:00:00' }
  expect(untilText(night, Date.parse('2026-10-24T23:00:00+02:00'), '2026-10-24')).toBe('om 7 h')
})

it.each([
  [47, '47 min'],
  [60, '1 h'],
  [61, '1 h 1 min'],
])('%i minutes are %s', (minutes, words) => expect(spanText(minutes * 60_000)).toBe(words))

it.each([
  ['2026-11-22', 'I dag'],
  ['2026-11-23', 'I morgon, måndag 23 november'],
  ['2026-11-21', 'lördag 21 november'],
  ['2026-11-24', 'tisdag 24 november'],
])('%s is %s', (date, words) => expect(dayText(date, '2026-11-22')).toBe(words))
