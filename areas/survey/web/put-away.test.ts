import { expect, it } from 'vitest'
import { isPutAway } from './put-away.ts'

it.each([
  [null, '2026-11-22', false],
  ['2026-11-22', '2026-11-22', true],
  ['2026-11-22', '2027-09-23', true],
  // The last week.
  ['2026-11-22', '2027-09-24', false],
  ['2026-11-22', '2027-09-30', false],
  ['2027-09-25', '2027-09-30', true],
  // The next survey.
  ['2027-09-25', '2027-10-01', false],
])('put away on %s, on %s it is away: %s', (on, today, away) => expect(isPutAway(on, today)).toBe(away))
