import { expect, test } from 'vitest'
import { periodsOf } from './periods.ts'

const labels = (day: string, today: string) => {
  const { dayLabel, weekLabel, monthLabel } = periodsOf(day, today)
  return [dayLabel, weekLabel, monthLabel]
}

test.each([
  ['2026-11-21', '2026-11-21', ['i dag', 'vecka 47 hittills', 'november hittills']],
  ['2026-11-20', '2026-11-21', ['i går', 'vecka 47 hittills', 'november hittills']],
  // Yesterday was in the previous week and month.
  ['2026-10-31', '2026-11-01', ['i går', 'vecka 44 hittills', 'oktober']],
  ['2026-11-15', '2026-11-16', ['i går', 'vecka 46', 'november hittills']],
  ['2026-11-07', '2026-11-21', ['lördag 7 november', 'vecka 45', 'november hittills']],
  ['2026-09-30', '2026-11-21', ['onsdag 30 september', 'vecka 40', 'september']],
  // 1 January 2027 is a Friday of the last week of 2026.
  ['2027-01-01', '2027-01-01', ['i dag', 'vecka 53 hittills', 'januari hittills']],
  ['2026-12-30', '2027-01-08', ['onsdag 30 december 2026', 'vecka 53 2026', 'december 2026']],
])('%s seen from %s', (day, today, expected) => expect(labels(day, today)).toEqual(expected))

test('a week is Monday to Sunday', () => {
  for (const day of ['2026-11-16', '2026-11-19', '2026-11-22']) {
    expect(periodsOf(day, '2026-11-22').week).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  }
})
