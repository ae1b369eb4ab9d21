import { expect, test } from 'vitest'
import { addDays } from '#platform/contract/wall-clock.ts'
import { holidaysBetween } from '#platform/server/holidays.ts'
import { evaluationWindow } from '../../rules.ts'
import { refresher, sessionsOf } from './sessions.ts'

// The first start on every day of a year.
const starts = Array.from({ length: 365 }, (_, day) => addDays('2026-11-21', day))
const datesOf = (userName: string, index: number, today: string) =>
  sessionsOf({ userName, drives: true }, index, today).map(({ date }) => date)

test('whenever the demo starts, anna has a course to evaluate and a week for it, and bertil has none', () => {
  for (const today of starts) {
    const weekOn = evaluationWindow(addDays(today, 7))
    expect([today, datesOf('anna', 0, today).some((date) => date >= weekOn.from && date <= today)]).toEqual([
      today,
      true,
    ])
    const { from } = evaluationWindow(today)
    expect([today, datesOf('bertil', 1, today).filter((date) => date >= from)]).toEqual([today, []])
  }
})

test('and at every later start, even after a year', () => {
  let last = datesOf('anna', 0, '2026-11-21')[0] ?? ''
  for (const today of starts) {
    last = refresher('anna', last, today)?.date ?? last
    expect([today, last >= evaluationWindow(addDays(today, 6)).from, last <= today]).toEqual([today, true, true])
  }
  expect(refresher('anna', last, addDays(last, 400))?.date).toBeDefined()
  expect(refresher('bertil', '2025-01-01', '2026-11-21')).toBeNull()
})

test('courses are on working days, none twice on one day, and driving on ice is in winter', () => {
  for (const today of starts) {
    for (let index = 0; index < 5; index++) {
      const sessions = sessionsOf({ userName: 'x', drives: true }, index, today)
      expect(sessions.length).toBeGreaterThanOrEqual(4)
      expect(new Set(sessions.map(({ course, date }) => `${course.name} ${date}`)).size).toBe(sessions.length)
      const free = sessions.filter(
        ({ date }) => [0, 6].includes(new Date(date).getUTCDay()) || holidaysBetween(date, addDays(date, 1)).length > 0,
      )
      const ice = sessions.filter(
        ({ course, date }) => course.name === 'Halkkörning' && !/-(11|12|01|02|03)-/.test(date),
      )
      expect([today, free, ice]).toEqual([today, [], []])
    }
  }
})
