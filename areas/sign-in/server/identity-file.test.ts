import { expect, test } from 'vitest'
import { readIdentityFile } from './identity-file.ts'

const read = (text: string) => readIdentityFile(Buffer.from(text))

const head = 'anstid;issuer;subject\n'
const issuer = 'https://login.example.se/norr'

test('rows are read with their line numbers, in Windows text too', () => {
  const { rows, faults } = read(`\uFEFF${head.trim()}\r\n 12 ; ${issuer};a1\r\n\r\n"13";${issuer};"b;2"\r\n`)
  expect(faults).toEqual([])
  expect(rows).toEqual([
    { line: 2, number: '12', ofCompany: '', issuer, subject: 'a1' },
    { line: 4, number: '13', ofCompany: '', issuer, subject: 'b;2' },
  ])
})

test('all faults are reported at once', () => {
  const text = `${head}12;${issuer};a1\n;login;\n13;${issuer};a1\n14;${issuer}\n15;${issuer};${'x'.repeat(256)}\n16;${issuer};1,08234E+20\n17;${issuer};a\u00003\n`
  expect(read(text).faults).toEqual([
    'rad 5: 2 kolumner, ska vara 3',
    'rad 3, kolumn issuer: ska vara inloggningens adress, till exempel https://login.example.se/norr',
    'rad 3, kolumn subject: saknas',
    'rad 4, kolumn subject: står redan på rad 2',
    'rad 6, kolumn subject: är längre än 255 tecken',
    'rad 7, kolumn subject: har blivit ett avrundat tal i ett kalkylprogram',
    'rad 8, kolumn subject: innehåller otillåtna tecken',
  ])
})

test('a list of unlinked accounts is read as filled in; a row without a number is counted', () => {
  const text = `anstid;issuer;subject;namn;senast;variant\n12;${issuer};a1;Kim Ek;2026-11-21 12:00;norr\n;${issuer};a2;;;norr\n`
  const file = read(text)
  expect(file.rows.map(({ number }) => number)).toEqual(['12'])
  expect([file.ownerless, file.faults]).toEqual([1, []])
})

test.each([
  ['', /^rad 1: kolumnen anstid saknas, .* kolumnerna är anstid;issuer;subject;namn;senast;variant;bolag$/],
  [
    'anstid,issuer,subject\n',
    /^rad 1: kolumnen anstid saknas, .* kolumnerna är anstid;issuer;subject;namn;senast;variant;bolag$/,
  ],
  [head, /^rad 1: filen har inga rader efter rubrikraden$/],
  [`${head}"12;${issuer};a\n`, /^rad 2: ett citattecken saknar sitt slut$/],
])('%j is refused', (text, fault) => {
  expect(read(text)).toEqual({ rows: [], ownerless: 0, faults: [expect.stringMatching(fault)] })
})
