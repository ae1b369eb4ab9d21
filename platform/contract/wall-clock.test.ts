import { describe, expect, it } from 'vitest'
import {
  clockOf,
  clockPeriod,
  dateIn,
  dayAndDate,
  setClockPeriod,
  wallClockIn,
  weekdayOf,
  weekOf,
} from './wall-clock.ts'

const at = (iso: string) => new Date(iso)
const iso = (instant: number) => new Date(instant).toISOString()

describe('the period with one offset', () => {
  it('in winter lasts until the last Sunday of March', () => {
    const period = clockPeriod('Europe/Stockholm', at('2026-11-21T04:30:00.250Z'))
    expect(period.offset).toBe(3_600_000)
    expect(iso(period.from)).toBe('2026-10-25T01:00:00.000Z')
    expect(iso(period.before)).toBe('2027-03-28T00:59:59.000Z')
  })

  it('in summer lasts until the last Sunday of October', () => {
    const period = clockPeriod('Europe/Stockholm', at('2026-07-01T10:00:00Z'))
    expect(period.offset).toBe(7_200_000)
    expect(iso(period.from)).toBe('2026-03-29T01:00:00.000Z')
    expect(iso(period.before)).toBe('2026-10-25T00:59:59.000Z')
  })

  it('lasts half a year where the clocks never change', () => {
    const period = clockPeriod('Asia/Kolkata', at('2026-11-21T00:00:00Z'))
    expect(period.offset).toBe(19_800_000)
    expect(iso(period.before)).toBe('2027-05-23T00:00:00.000Z')
  })
})

describe('the wall clock', () => {
  // Another zone than the other tests use, since the period is remembered.
  const zone = 'Europe/Oslo'
  const around = ['2026-10-25T00:59:59Z', '2026-10-25T01:00:00Z', '2027-03-28T00:59:59Z', '2027-03-28T01:00:00Z'].map(
    at,
  )
  const others = ['2026-11-21T23:30:59.999Z', '2026-12-31T23:00:00Z', '1999-07-01T12:00:00Z'].map(at)

  it('is the same whether the period is set or not', () => {
    const before = [...around, ...others].map((instant) => wallClockIn(zone, instant))
    setClockPeriod(zone, clockPeriod(zone, at('2026-11-21T12:00:00Z')))
    expect([...around, ...others].map((instant) => wallClockIn(zone, instant))).toEqual(before)
    expect(before).toEqual([
      '2026-10-25T02:59:59',
      '2026-10-25T02:00:00',
      '2027-03-28T01:59:59',
      '2027-03-28T03:00:00',
      '2026-11-22T00:30:59',
      '2027-01-01T00:00:00',
      '1999-07-01T14:00:00',
    ])
    expect(dateIn(zone, at('2026-11-21T23:30:00Z'))).toBe('2026-11-22')
  })
})

it('weekdays and months have their Swedish names', () => {
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']
  const swedish = new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC', weekday: 'long' })
  expect(days.map(weekdayOf)).toEqual(days.map((day) => swedish.format(new Date(day))))
  const full = new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })
  for (let month = 1; month <= 12; month++) {
    const date = `2026-${String(month).padStart(2, '0')}-07`
    expect(dayAndDate(date)).toBe(full.format(new Date(date)))
  }
})

it.each([
  ['2026-01-01', 1],
  ['2026-11-21', 47],
  ['2026-12-31', 53],
  ['2027-01-03', 53],
  ['2027-01-04', 1],
  ['2024-12-30', 1],
  ['2021-01-01', 53],
])('%s is in week %i', (date, week) => expect(weekOf(date)).toBe(week))

it('shows whether a time is on the day before or after its service date', () => {
  expect(clockOf('2026-11-21T05:12:00')).toBe('05:12')
  expect(clockOf('2026-11-21T05:12:00', '2026-11-21')).toBe('05:12')
  expect(clockOf('2026-12-01T00:10:00', '2026-11-30')).toBe('00:10 +1')
  // GTFS counts from noon minus 12 hours: on the night when the clocks go forward, that is the evening before.
  expect(clockOf('2027-03-27T23:30:00', '2027-03-28')).toBe('23:30 −1')
})
