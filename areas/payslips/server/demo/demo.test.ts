import { expect, test } from 'vitest'
import { readPdf } from '#core/documents/server/demo/test-pdf.ts'
import { addDays } from '#platform/contract/wall-clock.ts'
import { holidaysBetween } from '#platform/server/holidays.ts'
import { lastPaid } from './demo.ts'
import { payslipSheet } from './sheet.ts'

test('wages are paid on the 25th, or on the last day before it when banks are open', () => {
  const isOpen = (date: string) =>
    new Date(date).getUTCDay() % 6 !== 0 && holidaysBetween(date, addDays(date, 1)).length === 0
  const paid = [2025, 2026, 2027, 2028, 2029, 2030, 2031].flatMap((year) => [
    ...lastPaid(`${year}-06-30`).filter(({ month }) => month.startsWith(String(year))),
    ...lastPaid(`${year}-12-31`).filter(({ month }) => month > `${year}-06`),
  ])
  expect(paid).toHaveLength(7 * 12)
  for (const { month, paymentDate } of paid) {
    const opens = Array.from({ length: 25 }, (_, at) => addDays(`${month}-25`, -at)).find(isOpen)
    expect([month, paymentDate]).toEqual([month, opens])
  }
  // The day before Christmas Eve, Midsummer Eve or Ascension Day.
  const moved = ['2026-12-23', '2027-06-24', '2028-05-24', '2028-06-22']
  expect(paid.map(({ paymentDate }) => paymentDate)).toEqual(expect.arrayContaining(moved))
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
