import { expect, test } from 'vitest'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { workingDay } from '../rules.ts'
import { deadlineOf } from './deadline.ts'
import { afterWorking, workingBetween } from './working-time.ts'

const zone = 'Europe/Stockholm'
const after = (start: string, minutes: number) => wallClockIn(zone, afterWorking(new Date(start), minutes, zone))

test.each([
  ['within a day', '2026-11-23T08:30:00Z', 60, '2026-11-23T10:30:00'],
  ['over a night', '2026-11-23T14:00:00Z', 120, '2026-11-24T08:00:00'],
  ['over a weekend', '2026-11-27T14:00:00Z', 120, '2026-11-30T08:00:00'],
  ['from before the day begins', '2026-11-23T03:00:00Z', 30, '2026-11-23T07:30:00'],
  ['from after it has ended', '2026-11-23T20:00:00Z', 30, '2026-11-24T07:30:00'],
  ['from a Saturday', '2026-11-21T11:00:00Z', workingDay, '2026-11-23T16:00:00'],
  ['over several days', '2026-11-23T06:00:00Z', 3 * workingDay, '2026-11-25T16:00:00'],
  ['over Christmas and New Year', '2026-12-23T14:00:00Z', 120, '2026-12-28T08:00:00'],
  ['from Christmas Day', '2026-12-25T09:00:00Z', 3 * workingDay, '2026-12-30T16:00:00'],
  ['over New Year and Epiphany', '2026-12-30T14:00:00Z', 2 * workingDay, '2027-01-05T15:00:00'],
  ['over Epiphany in the middle of a week', '2027-01-05T14:00:00Z', 120, '2027-01-07T08:00:00'],
  ['over Easter', '2027-03-25T14:00:00Z', 120, '2027-03-30T08:00:00'],
  ['over Ascension Day, and on the Friday after it', '2027-05-05T13:00:00Z', 120, '2027-05-07T08:00:00'],
  ['over midsummer', '2027-06-24T13:00:00Z', 120, '2027-06-28T08:00:00'],
  ['over the change of the clocks', '2026-10-23T13:00:00Z', 120, '2026-10-26T08:00:00'],
])('working minutes are counted %s', (_what, start, minutes, end) => {
  expect(after(start, minutes)).toBe(end)
})

test.each([
  ['within a day', '2026-11-23T08:30:00Z', '2026-11-23T09:30:00Z', 60],
  ['over a night', '2026-11-23T14:00:00Z', '2026-11-24T07:00:00Z', 120],
  ['over a weekend', '2026-11-27T13:00:00Z', '2026-11-30T07:00:00Z', 180],
  ['within a weekend', '2026-11-28T09:00:00Z', '2026-11-29T09:00:00Z', 0],
  ['over Christmas and New Year', '2026-12-23T14:00:00Z', '2027-01-04T07:00:00Z', 60 + 3 * workingDay + 60],
  ['over the change of the clocks', '2026-10-23T13:00:00Z', '2026-10-26T07:00:00Z', 120],
  ['of nothing', '2026-11-23T08:30:00Z', '2026-11-23T08:30:00Z', 0],
])('working minutes between two instants are counted %s', (_what, start, end, minutes) => {
  expect(workingBetween(new Date(start), new Date(end), zone)).toBe(minutes)
})

test.each([
  ['over a weekend', '2026-11-27T07:00:00Z', '2026-11-27T13:00:00Z', '2026-11-30T07:00:00Z', '2026-11-30T11:00:00'],
  ['over Christmas', '2026-12-23T07:00:00Z', '2026-12-23T09:00:00Z', '2026-12-28T09:00:00Z', '2026-12-29T08:00:00'],
  ['of an hour', '2026-11-27T07:00:00Z', '2026-11-27T13:00:00Z', '2026-11-27T14:00:00Z', '2026-11-30T09:00:00'],
  ['within a weekend', '2026-11-27T07:00:00Z', '2026-11-28T09:00:00Z', '2026-11-29T09:00:00Z', '2026-11-30T08:00:00'],
])(
  'a promise of a working day is put off by the working hours of a pause %s',
  (_what, received, asked, replied, due) => {
    const promise = () => ({ what: 'Första svar', minutes: workingDay, count: 'working' as const })
    const pauses = [{ from: new Date(asked), to: new Date(replied) }]
    const about = { category: null, marked: false, answered: false, receivedAt: new Date(received), pauses }
    expect(wallClockIn(zone, deadlineOf({ promise }, about, zone).due_at!)).toBe(due)
  },
)

test('a promise of all hours is put off by all of the pause', () => {
  const promise = () => ({ what: 'Beslut', minutes: 60, count: 'all' as const })
  const pauses = [{ from: new Date('2026-11-27T13:00:00Z'), to: new Date('2026-11-30T07:00:20Z') }]
  const about = { category: null, marked: false, answered: false, receivedAt: new Date('2026-11-27T12:30:00Z'), pauses }
  expect(wallClockIn(zone, deadlineOf({ promise }, about, zone).due_at!)).toBe('2026-11-30T08:30:00')
})
