import { expect, test } from 'vitest'
import { reportsLeftOut } from './merged.ts'

const report = { number: 'F-1', reporter: null, received: '2026-11-21T12:00:00', text: null, pictures: [], replies: [] }

test('what is merged and not shown is counted, for a case has more reports than fit on it', () => {
  expect(reportsLeftOut({ merged: 1, reports: [] })).toBeNull()
  expect(reportsLeftOut({ merged: 3, reports: [report, report] })).toBeNull()
  expect(reportsLeftOut({ merged: 3, reports: [report] })).toBe('Ytterligare 1 anmälan visas inte här.')
  expect(reportsLeftOut({ merged: 24, reports: Array.from({ length: 20 }, () => report) })).toBe(
    'Ytterligare 3 anmälningar visas inte här.',
  )
})
