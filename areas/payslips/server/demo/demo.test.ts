import { expect, test } from 'vitest'
import { readPdf } from '#core/documents/server/demo/test-pdf.ts'
import { lastPaid } from './demo.ts'
import { payslipSheet } from './sheet.ts'

test('wages are paid on a day when banks are open', () => {
  for (const year of [2025, 2026, 2027, 2028, 2029, 2030, 2031]) {
    for (const { paymentDate } of lastPaid(`${year}-12-31`)) {
      expect([0, 6]).not.toContain(new Date(`${paymentDate}T00:00:00Z`).getUTCDay())
      // The 24th to the 26th of December are holidays.
      expect(paymentDate).not.toMatch(/-12-2[4-6]$/)
    }
  }
  expect(lastPaid('2026-12-31').at(-1)).toEqual({ month: '2026-12', paymentDate: '2026-12-23' })
})

test('a payslip is accessible to screen readers: titled, in Swedish, each table with its headings, and on one page', async () => {
  const bytes = await payslipSheet({
    company: 'Linjen Norr',
    name: 'Nermin Halilović',
    number: '31149',
    position: 'Bussförare',
    month: '2026-07',
    paymentDate: '2026-07-24',
  })
  const { title, objects, parts, text } = readPdf(bytes)
  for (const said of ['/StructTreeRoot', '/Lang (sv-SE)', '/DisplayDocTitle true', '/Marked true', '/Count 1']) {
    expect(objects).toContain(said)
  }
  expect(title).toBe('Lönebesked Juli 2026')
  expect(parts).toMatchObject({ Document: 1, H1: 1, H2: 3, Table: 5 })
  // In the table of wage lines each column has a heading; in the other tables each row.
  expect(objects.match(/\/Scope \/Column/g)).toHaveLength(6)
  expect(objects.match(/\/Scope \/Row/g)).toHaveLength(15)
  expect(text.split('\n')).toEqual(
    expect.arrayContaining(['Lönebesked Juli 2026', 'Nermin Halilovic', 'Benämning', 'Månadslön', 'Semestertillägg']),
  )
})
