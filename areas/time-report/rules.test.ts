import { expect, test } from 'vitest'
import { periodToReport, type ReportOfMonth } from './rules.ts'

const now = new Date('2027-05-03T10:00:00Z')
const open = (period: string): ReportOfMonth => ({ period, submittedAt: null, approved: false })
const submitted = (period: string, at = '2027-05-01T08:00:00Z'): ReportOfMonth => ({
  period,
  submittedAt: new Date(at),
  approved: false,
})
const begun = ['2027-02', '2027-03', '2027-04', '2027-05']

test('the first month that is not submitted is shown, otherwise the last', () => {
  expect(periodToReport(begun, [submitted('2027-03'), open('2027-04'), open('2027-05')], now)).toBe('2027-04')
  expect(periodToReport(begun, [submitted('2027-03'), submitted('2027-04')], now)).toBe('2027-05')
  expect(
    periodToReport(
      begun,
      begun.map((month) => submitted(month)),
      now,
    ),
  ).toBe('2027-05')
})

test('a month in between without a report counts as not submitted', () => {
  expect(periodToReport(begun, [submitted('2027-02'), open('2027-05')], now)).toBe('2027-03')
})

test('an approved month is not shown, submitted or not', () => {
  expect(periodToReport(begun, [{ ...open('2027-04'), approved: true }, open('2027-05')], now)).toBe('2027-05')
})

test('a report submitted within the last hour is still shown, so that it can be withdrawn', () => {
  const reports = [submitted('2027-04', '2027-05-03T09:30:00Z'), open('2027-05')]
  expect(periodToReport(begun, reports, now)).toBe('2027-04')
  expect(periodToReport(begun, reports, new Date('2027-05-03T10:30:00Z'))).toBe('2027-05')
})

test('months before the first known report are ignored', () => {
  expect(periodToReport(begun, [open('2027-05')], now)).toBe('2027-05')
  expect(periodToReport(begun, [], now)).toBe('2027-04')
  expect(periodToReport([], [], now)).toBeUndefined()
})
