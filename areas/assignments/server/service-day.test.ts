// A feed's seconds as wall-clock times, on ordinary days and on those on which the clocks change.
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { serviceDay } from './service-day.ts'

const seconds = [0, 1, 59, 60, 3599, 3600, 2 * 3600, 3 * 3600, 43_200, 86_399, 86_400, 90_061, 2 * 86_400 - 1, 359_999]

test.each([
  ['2026-11-30', 'Europe/Stockholm'],
  ['2026-12-31', 'Europe/Stockholm'],
  ['2028-02-28', 'Europe/Stockholm'],
  // The clocks change on the day, on the next one, and the day before.
  ['2026-03-29', 'Europe/Stockholm'],
  ['2026-03-28', 'Europe/Stockholm'],
  ['2026-03-30', 'Europe/Stockholm'],
  ['2026-10-25', 'Europe/Stockholm'],
  ['2026-10-24', 'Europe/Stockholm'],
  ['2026-11-30', 'Europe/Helsinki'],
  ['2026-11-30', 'Asia/Kathmandu'],
  ['2026-11-30', 'America/St_Johns'],
])('%s in %s', (date, timeZone) => {
  const noon = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: '12:00' })
  const day = serviceDay(date, timeZone)
  for (const at of seconds) {
    const moment = noon.subtract({ hours: 12 }).add({ seconds: at })
    expect([at, day.wallClock(at)]).toEqual([at, moment.toPlainDateTime().toString({ smallestUnit: 'second' })])
    expect(day.instant(at).getTime()).toBe(moment.epochMilliseconds)
  }
})
