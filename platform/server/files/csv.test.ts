import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u00a0=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '\ufeff=1',
])('%j is text in a spreadsheet', (value) => {
  expect(csvLine([value])).toBe(`"'${value}"\r\n`)
})

test('what is harmless stays, and a quotation mark or a line does not end its cell', () => {
  expect(csvLine(['F-1042', 'Dörr 2 – "klämmer"; rad\nrad', ''])).toBe(
    '"F-1042";"Dörr 2 – ""klämmer""; rad\nrad";""\r\n',
  )
})
