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

test('a file from an old payroll system keeps its å, ä and ö', () => {
  expect(read(Buffer.from('anstid;ort\n1;Umeå', 'latin1')).rows[0]?.cells.ort).toBe('Umeå')
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
