import { expect, test } from 'vitest'
import { readIdentityFile } from './identity-file.ts'

const head = 'anstid;issuer;subject\n'
const issuer = 'https://login.example.se/norr'

test('rows are read with the line they stand on, in Windows text too', () => {
  const { rows, faults } = readIdentityFile(
    `\uFEFF${head.trim()}\r\n 12 ; ${issuer};a1\r\n\r\n"13";${issuer};"b;2"\r\n`,
  )
  expect(faults).toEqual([])
  expect(rows).toEqual([
    { line: 2, number: '12', issuer, subject: 'a1' },
    { line: 4, number: '13', issuer, subject: 'b;2' },
  ])
})

test('every fault is told of at once', () => {
  const text = `${head}12;${issuer};a1\n;login;\n13;${issuer};a1\n14;${issuer}\n15;${issuer};${'x'.repeat(256)}\n`
  expect(readIdentityFile(text).faults).toEqual([
    'rad 3, kolumn anstid: saknas',
    'rad 3, kolumn issuer: ska vara inloggningens adress, till exempel https://login.example.se/norr',
    'rad 3, kolumn subject: saknas',
    'rad 4, kolumn subject: står redan på rad 2',
    'rad 5: 2 kolumner, ska vara 3',
    'rad 6, kolumn subject: är längre än 255 tecken',
  ])
})

test.each([
  ['', 'rad 1: första raden ska vara anstid;issuer;subject'],
  ['anstid,issuer,subject\n', 'rad 1: första raden ska vara anstid;issuer;subject'],
  [head, 'rad 1: filen innehåller inga konton'],
  [`${head}"12;${issuer};a\n`, 'rad 2: ett citattecken saknar sitt slut'],
])('%j is no such file', (text, fault) => {
  expect(readIdentityFile(text)).toEqual({ rows: [], faults: [fault] })
})
