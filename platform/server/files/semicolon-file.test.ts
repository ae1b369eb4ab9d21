import { expect, test } from 'vitest'
import { readSemicolonFile } from './semicolon-file.ts'

const read = (text: string | Uint8Array) =>
  readSemicolonFile(typeof text === 'string' ? Buffer.from(text) : text, { required: ['anstid'], optional: ['ort'] })

test('columns come in any order, with or without the optional ones', () => {
  expect(read('\u{feff}Ort;Anstid\n Umeå ; 1 \n\n"Ö;vik";2\n').rows).toEqual([
    { line: 2, cells: { ort: 'Umeå', anstid: '1' } },
    { line: 4, cells: { ort: 'Ö;vik', anstid: '2' } },
  ])
  expect(read('anstid\r\n1\r\n').rows).toEqual([{ line: 2, cells: { anstid: '1' } }])
})

test.each([
  ['CRLF below a header with LF', 'anstid;ort\n1;a\r\n2;b\r\n3;c;d\r\n', 2, ['rad 4: 3 kolumner, ska vara 2']],
  ['LF below a header with CRLF', 'anstid;ort\r\n1;a\n2;b\n', 2, []],
  ['CRLF in a cell', 'anstid;ort\r\n1;"a\r\nb"\r\n\r\n2\r\n', 1, ['rad 5: 1 kolumn, ska vara 2']],
  ['CR, as old Macs wrote', 'anstid;ort\r1;"a\rb"\r\r2\r', 1, ['rad 5: 1 kolumn, ska vara 2']],
  ['a fault in a cell of two lines', 'anstid;ort\n1;"a\r\nb";c\n', 0, ['rad 2: 3 kolumner, ska vara 2']],
  ['no end of quotes', 'anstid;ort\r\n1;"a\r\nb"\r\n2;"c\r\n3;d', 0, ['rad 4: ett citattecken saknar sitt slut']],
])('lines are counted as an editor does: %s', (_, text, rows, faults) => {
  const file = read(text)
  expect([file.rows.length, file.faults]).toEqual([rows, faults])
})

test('a file from an old payroll system keeps its å, ä and ö', () => {
  expect(read(Buffer.from('anstid;ort\n1;Umeå', 'latin1')).rows[0]?.cells.ort).toBe('Umeå')
})

test.each(['Malmö', 'MALMÖ–LUND', 'Kv. ”HALLÅ”', 'ÅÄÖ…', 'ÉN®', 'SÃO PAULO', '½ åker', '80 €'])(
  '%s of windows-1252 is read',
  (ort) => {
    const signs: Readonly<Record<string, string>> = { '–': '\u0096', '”': '\u0094', '…': '\u0085', '€': '\u0080' }
    const text = `anstid;ort\n1;${ort}\n2;Umeå`.replaceAll(/[–”…€]/g, (sign) => signs[sign] ?? sign)
    const bytes = Buffer.from(text, 'latin1')
    expect(read(bytes).rows.map(({ cells }) => cells.ort)).toEqual([ort, 'Umeå'])
  },
)

test('UTF-8 in which a byte is wrong, or which is cut off within a letter, is refused and not read as another encoding', () => {
  const damaged = (line: number) => [
    `rad ${line}: ett tecken är skadat, för det är inte UTF-8 som resten av filen; exportera filen på nytt`,
  ]
  const faults = (...parts: (string | number[])[]) =>
    read(Buffer.concat(parts.map((part) => Buffer.from(part as string)))).faults
  expect(faults('anstid;ort\n1;Umeå\n2;Lule', [0xe5], '\n3;Kalix')).toEqual(damaged(3))
  expect(faults('anstid;ort\n1;Gävle\n2;Bod', [0xff], 'n')).toEqual(damaged(3))
  expect(faults('anstid;ort\n1;Kalix\n2;Ume', [0xc3])).toEqual(damaged(3))
  expect(faults('anstid;ort\n1;Umea\u030a\n2;Ume', [0xe5])).toEqual(damaged(3))
  expect(faults('anstid;ort\n1;Kalix – Luleå'.normalize('NFD'), [0xe2, 0x80])).toEqual(damaged(2))
  expect(faults('\ufeffanstid;ort\n1;Kalix\n2;Ume', [0xe5])).toEqual(damaged(3))
  expect(faults('anstid;ort\n1;Åse', [0xc3], '\n2;Kalix')).toEqual(damaged(2))
})

test('UTF-8 whose letters have been encoded twice is refused, with the line and the word', () => {
  const why = (word: string) =>
    `bokstäverna är fel, för filen har öppnats i fel teckenkodning (${word}); exportera den på nytt`
  expect(read('anstid;ort\r\n1;Malmö\r\n2;Norra UmeÃ¥').faults).toEqual([`rad 3: ${why('UmeÃ¥')}`])
  expect(read('anstid;ort\n1;"Ã…sa"\n2;UmeÃ¥').faults).toEqual([`rad 2: ${why('Ã…sa')}`])
  expect(read('anstid;ort\n1;Ã\u0085sa').faults).toEqual([`rad 2: ${why('Ãsa')}`])
  expect(read('ï»¿anstid\n1').faults).toEqual([`rad 1: ${why('ï»¿anstid')}`])
  for (const ort of ['SÃO PAULO', 'IRMÃ', 'MALMÖ–LUND']) expect(read(`anstid;ort\n1;${ort}`).rows).toHaveLength(1)
})

test('letters that a Mac has written in two signs become one, as they are typed and sought', () => {
  expect(read(`anstid;ort\n1;${'Umeå'.normalize('NFD')}`).rows[0]?.cells.ort).toBe('Umeå'.normalize('NFC'))
})

test.each([
  ['ort\nUmeå', 'rad 1: kolumnen anstid saknas; kolumnerna är anstid;ort'],
  ['anstid;lön\n1;2', 'rad 1: kolumnen lön är okänd; kolumnerna är anstid;ort'],
  ['anstid;anstid\n1;2', 'rad 1: kolumnen anstid finns två gånger; kolumnerna är anstid;ort'],
  ['anstid', 'rad 1: filen har inga rader efter rubrikraden'],
  ['', 'rad 1: kolumnen anstid saknas; kolumnerna är anstid;ort'],
  ['anstid;ort\n1;2\n1', 'rad 3: 1 kolumn, ska vara 2'],
  ['anstid;ort\n1;2;3', 'rad 2: 3 kolumner, ska vara 2'],
  ['anstid;ort\n1;Ume\u{202e}å', 'rad 2, kolumn ort: innehåller otillåtna tecken som byter skrivriktning'],
  ['anstid;ort\n1;"2', 'rad 2: ett citattecken saknar sitt slut'],
])('%j is refused', (text, fault) => expect(read(text).faults).toEqual([fault]))
