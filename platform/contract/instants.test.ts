import { expect, it } from 'vitest'
import { clockAround, instantsOf, nearestInstant } from './instants.ts'

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

it('takes the one that is nearer', () => {
  const near = (to: string) => nearestInstant(zone, '2026-10-25T02:30:00', new Date(to)).toISOString().slice(0, 16)
  expect(near('2026-10-25T00:10:00Z')).toBe('2026-10-25T00:30')
  expect(near('2026-10-25T01:10:00Z')).toBe('2026-10-25T01:30')
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
