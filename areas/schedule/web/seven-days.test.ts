import { expect, it } from 'vitest'
import type { ScheduleRow } from '../contract.ts'
import { daysFrom } from './seven-days.ts'

const duty = (datum: string) => ({ datum, starttid: `${datum}T06:26:00` }) as ScheduleRow
const states = (today: string, ...dates: string[]) =>
  daysFrom(today, dates.map(duty)).map(({ date, duties, published }) => [
    date.slice(5),
    duties.length > 0 ? 'duty' : published ? 'free' : 'unknown',
  ])

it('is seven days from today on, over the end of a month', () => {
  expect(states('2026-11-28', '2026-11-29', '2026-12-03', '2026-12-20')).toEqual([
    ['11-28', 'free'],
    ['11-29', 'duty'],
    ['11-30', 'free'],
    ['12-01', 'free'],
    ['12-02', 'free'],
    ['12-03', 'duty'],
    ['12-04', 'free'],
  ])
})

it('calls a day free only where the roster goes on after it', () => {
  expect(states('2026-11-22', '2026-11-20', '2026-11-24').map(([, state]) => state)).toEqual([
    'free',
    'free',
    'duty',
    'unknown',
    'unknown',
    'unknown',
    'unknown',
  ])
})
