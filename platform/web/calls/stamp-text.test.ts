import { expect, it } from 'vitest'
import { isOld, stampText, together } from './stamp-text.ts'

it.each([
  ['2026-11-21T05:12:30', '2026-11-21T06:00', false, 'Uppdaterad 05:12'],
  ['2026-11-20T23:50:00', '2026-11-21T04:30', false, 'Uppdaterad i går 23:50'],
  ['2026-11-20T17:02:00', '2026-11-21T04:30', true, 'Uppdaterad i går 17:02, kan ha ändrats sedan dess'],
  ['2026-11-17T17:02:00', '2026-11-21T04:30', true, 'Uppdaterad i tisdags 17:02, kan ha ändrats sedan dess'],
  // On a phone whose clock was ahead, a future time must not be shown as a past weekday.
  ['2026-11-23T01:00:00', '2026-11-22T23:30', true, 'Uppdaterad 2026-11-23 01:00, kan ha ändrats sedan dess'],
  ['2026-11-10T17:02:00', '2026-11-21T04:30', true, 'Uppdaterad 2026-11-10 17:02, kan ha ändrats sedan dess'],
])('%s seen at %s, old: %s: %s', (then, now, old, text) => expect(stampText(then, now, { old })).toBe(text))

it('is old after six hours, and before its time', () => {
  expect([-60_000, 0, 6 * 3_600_000 - 60_000, 6 * 3_600_000].map(isOld)).toEqual([true, false, false, true])
})

it('says why if the server fails, however old it is', () => {
  expect(stampText('2026-11-21T05:12:30', '2026-11-21T05:14', { failing: true })).toBe(
    'Uppdaterad 05:12, servern svarar inte just nu',
  )
  expect(stampText('2026-11-20T17:02:00', '2026-11-21T04:30', { failing: true, old: true })).toBe(
    'Uppdaterad i går 17:02, servern svarar inte just nu',
  )
})

it('combines several copies of about the same time, using the oldest', () => {
  const mark = (minute: number, failing = false) => ({ at: minute * 60_000, failing })
  expect(together([])).toEqual([])
  expect(together([mark(1)])).toEqual([])
  expect(together([mark(1), mark(7)])).toEqual([])
  expect(together([mark(2), mark(1, true)])).toEqual([])
  expect(together([mark(2), mark(90), mark(1), mark(6)])).toEqual([mark(1), mark(2), mark(6)])
})
