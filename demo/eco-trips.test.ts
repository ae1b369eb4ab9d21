import { expect, test } from 'vitest'
import { addDays } from '#platform/contract/wall-clock.ts'
import { datesOf } from './days.ts'
import { demoEcoMonths, demoEcoTrips } from './eco-trips.ts'
import { demoEmployees } from './people.ts'

const days = { from: '2026-11-07', to: '2026-11-21' }
const now = '2026-11-21T12:00'
const annas = '31104'

test.each(['norr', 'vast', 'ost'])('every driver of %s has trips that a bus could drive', (company) => {
  const trips = demoEcoTrips(company, days, now)
  for (const { km, litres, reference, temperature } of trips) {
    expect(km).toBeGreaterThan(3)
    expect(km).toBeLessThan(90)
    expect(reference).toBeGreaterThan(0.2)
    expect(reference).toBeLessThan(0.4)
    expect(Math.abs(litres / (km * reference) - 1)).toBeLessThan(0.35)
    expect(Math.abs(temperature)).toBeLessThan(35)
  }
  const drivers = new Set(trips.map(({ employeeNumber }) => employeeNumber))
  const known = demoEmployees.filter((employee) => employee.company === company).map(({ number }) => number)
  expect(drivers.size).toBeGreaterThanOrEqual(5)
  expect(known).toEqual(expect.arrayContaining([...drivers]))
})

test('a trip is listed once it has ended, and only once a day', () => {
  const whole = demoEcoTrips('norr', days, '2026-11-23T00:00')
  const names = whole.map(({ date, trip, employeeNumber }) => `${date} ${employeeNumber} ${trip}`)
  expect(new Set(names).size).toBe(names.length)
  const atNoon = demoEcoTrips('norr', days, now)
  const onLastDay = ({ date }: { date: string }) => date === days.to
  expect(atNoon.filter(onLastDay).length).toBeLessThan(whole.filter(onLastDay).length)
  expect(whole).toEqual(expect.arrayContaining(atNoon.slice(0, 50)))
  for (const { trip } of atNoon.filter(onLastDay)) expect(trip.slice(-5) < '12:00').toBe(true)
})

test('anna has trips within the last five days, on any day and at any hour', () => {
  for (const day of datesOf({ from: '2026-11-01', to: '2027-01-31' })) {
    for (const hour of ['00:05', '23:55']) {
      const trips = demoEcoTrips('norr', { from: addDays(day, -5), to: day }, `${day}T${hour}`)
      expect([day, hour, trips.some(({ employeeNumber }) => employeeNumber === annas)]).toEqual([day, hour, true])
    }
  }
})

test('drivers differ, and their monthly sums are consistent with their trips', () => {
  const months = demoEcoMonths('norr', '2025-10', '2026-10')
  const own = months.filter(({ employeeNumber }) => employeeNumber === annas)
  expect([own.length, own[0]?.month, own.at(-1)?.month]).toEqual([12, '2025-10', '2026-09'])
  const indexes = months.map(({ litres, expected }) => litres / expected)
  expect(Math.min(...indexes)).toBeLessThan(0.95)
  expect(Math.max(...indexes)).toBeGreaterThan(1.05)
})
