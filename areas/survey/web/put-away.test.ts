import { expect, it } from 'vitest'
import { isPutAway } from './put-away.ts'

const autumn = { opens: '2026-11-07', closes: '2027-09-30' }
const spring = { opens: '2027-05-15', closes: '2027-06-15' }

it.each([
  [null, autumn, '2026-11-22', false],
  ['2026-11-22', autumn, '2026-11-22', true],
  ['2026-11-22', autumn, '2027-09-23', true],
  // The last week.
  ['2026-11-22', autumn, '2027-09-24', false],
  ['2026-11-22', autumn, '2027-09-30', false],
  ['2027-09-25', autumn, '2027-09-30', true],
  ['2027-05-15', spring, '2027-06-08', true],
  ['2027-05-15', spring, '2027-06-09', false],
  ['2027-06-09', spring, '2027-06-15', true],
  // The next survey.
  ['2027-05-14', spring, '2027-05-15', false],
])('put away on %s in %j, on %s it is away: %s', (on, survey, today, away) =>
  expect(isPutAway(on, survey, today)).toBe(away),
)
