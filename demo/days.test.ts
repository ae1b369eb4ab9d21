import { describe, expect, it } from 'vitest'
import { datesOf, demoWindow, easterSunday, publicHolidays, serviceOn } from './days.ts'

describe('days', () => {
  it('knows when Easter is', () => {
    expect([2024, 2025, 2026, 2027, 2030, 2038].map(easterSunday)).toEqual([
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2030-04-21',
      '2038-04-25',
    ])
  })

  it("knows a year's public holidays", () => {
    expect([...publicHolidays(2026)].toSorted()).toEqual([
      '2026-01-01',
      '2026-01-06',
      '2026-04-03',
      '2026-04-05',
      '2026-04-06',
      '2026-05-01',
      '2026-05-14',
      '2026-05-24',
      '2026-06-06',
      '2026-06-20',
      '2026-10-31',
      '2026-12-25',
      '2026-12-26',
    ])
  })

  it.each([
    ['2026-11-20', 'vardag'],
    ['2026-11-21', 'lordag'],
    ['2026-11-22', 'sondag'],
    ['2026-10-31', 'sondag'],
    ['2026-05-14', 'sondag'],
    ['2026-06-19', 'lordag'],
    ['2026-12-24', 'lordag'],
    ['2027-01-06', 'sondag'],
  ])('%s has the traffic of a %s', (date, service) => {
    expect(serviceOn(date)).toBe(service)
  })

  it('keeps the same window all month, two months back and about 75 days ahead', () => {
    expect(demoWindow('2026-11-01')).toEqual({ from: '2026-09-01', to: '2027-01-31' })
    expect(demoWindow('2026-11-30')).toEqual(demoWindow('2026-11-01'))
    expect(demoWindow('2027-01-31')).toEqual({ from: '2026-11-01', to: '2027-03-31' })
    expect(demoWindow('2027-12-05')).toEqual({ from: '2027-10-01', to: '2028-02-29' })
    expect(datesOf(demoWindow('2026-11-21'))).toHaveLength(153)
  })
})
