import { expect, test } from 'vitest'
import { caseCalls } from './calls.ts'
import { reportsLeftOut } from './merged.ts'

const { words } = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle' })
const report = { number: 'F-1', reporter: null, received: '2026-11-21T12:00:00', text: null, pictures: [], replies: [] }

test('what is merged and not shown is counted, for a case has more reports than fit on it', () => {
  expect(reportsLeftOut({ merged: 1, reports: [] }, words)).toBeNull()
  expect(reportsLeftOut({ merged: 3, reports: [report, report] }, words)).toBeNull()
  expect(reportsLeftOut({ merged: 3, reports: [report] }, words)).toBe('Ytterligare 1 anmälan visas inte här.')
  expect(reportsLeftOut({ merged: 24, reports: Array.from({ length: 20 }, () => report) }, words)).toBe(
    'Ytterligare 3 anmälningar visas inte här.',
  )
})
