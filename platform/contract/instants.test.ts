import { expect, it } from 'vitest'
import { clockAround, instantsOf } from './instants.ts'
import { wallClockIn } from './wall-clock.ts'

const zone = 'Europe/Stockholm'
const iso = (instants: readonly Date[]) => instants.map((instant) => instant.toISOString().slice(0, 16))

it('finds both instants of a repeated hour, the single one of any other, and the one after a skipped hour', () => {
  expect(iso(instantsOf(zone, '2026-10-25T02:30:00'))).toEqual(['2026-10-25T00:30', '2026-10-25T01:30'])
  expect(iso(instantsOf(zone, '2026-10-25T01:59:59'))).toEqual(['2026-10-24T23:59'])
  expect(iso(instantsOf(zone, '2026-10-25T03:00:00'))).toEqual(['2026-10-25T02:00'])
  expect(iso(instantsOf(zone, '2027-03-28T02:30:00'))).toEqual(['2027-03-28T01:30'])
  expect(iso(instantsOf(zone, '2026-07-01T12:00:00'))).toEqual(['2026-07-01T10:00'])
  expect(iso(instantsOf('America/New_York', '2026-11-01T01:30:00'))).toEqual(['2026-11-01T05:30', '2026-11-01T06:30'])
})

it('reads a service day with the offset of each time, and trusts known instants', () => {
  const ordinary = clockAround(zone, '2026-11-21')
  const night = ordinary('2026-11-22T01:10:00', null)
  expect(night.instant).toEqual(new Date('2026-11-22T00:10:00Z'))
  expect(night.offset).toBe('+01:00')
  const autumn = clockAround(zone, '2026-10-24')
  expect(autumn('2026-10-24T12:00:00', null).offset).toBe('+02:00')
  expect(autumn('2026-10-25T02:30:00', new Date('2026-10-25T01:30:00Z'))).toEqual({
    instant: new Date('2026-10-25T01:30:00Z'),
    offset: '+01:00',
  })
  expect(clockAround('America/New_York', '2026-11-21')('2026-11-21T12:00:00', null).offset).toBe('-05:00')
})

it.each([
  ['Europe/Stockholm', '2026-10-24'],
  ['Europe/Stockholm', '2026-10-25'],
  ['Europe/Stockholm', '2026-10-26'],
  ['Europe/Stockholm', '2027-03-27'],
  ['Europe/Stockholm', '2027-03-28'],
  ['America/New_York', '2026-10-31'],
  ['Australia/Lord_Howe', '2027-04-04'],
])('reads each time around a change of the clocks in %s on %s as the time zone has it', (timeZone, date) => {
  const read = clockAround(timeZone, date)
  const midnight = Date.parse(`${date}T00:00:00Z`)
  for (let minutes = -1440; minutes < 2 * 1440; minutes += 10) {
    const wallClock = new Date(midnight + minutes * 60_000).toISOString().slice(0, 19)
    const instants = instantsOf(timeZone, wallClock)
    const { instant, offset } = read(wallClock, null)
    expect([wallClock, instant.toISOString()]).toEqual([wallClock, instants[0].toISOString()])
    for (const known of instants) {
      const moment = read(wallClock, known)
      expect(moment.instant).toEqual(known)
      // Except for a skipped time, which no clock shows.
      if (wallClockIn(timeZone, known) === wallClock)
        expect(Date.parse(`${wallClock}${moment.offset}`)).toBe(known.getTime())
    }
    expect(offset).toMatch(/^[+-]\d\d:\d\d$/)
  }
})
