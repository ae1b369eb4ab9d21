import { counted } from '#platform/contract/counted.ts'
import { parse } from 'csv-parse/sync'
import { misleading } from '#platform/contract/text.ts'
import { LineCount, linesIn } from './line-count.ts'

export interface SemicolonRow<Column extends string> {
  /** The line that the record begins on. */
  readonly line: number
  /** Trimmed; a column that the file lacks is missing here too. */
  readonly cells: Readonly<Partial<Record<Column, string>>>
}

export interface SemicolonFile<Column extends string> {
  readonly rows: readonly SemicolonRow<Column>[]
  /** What is wrong, for a person to read: 'rad 3: 4 kolumner, ska vara 5'. */
  readonly faults: readonly string[]
}

export interface Columns<Column extends string> {
  readonly required: readonly Column[]
  readonly optional?: readonly Column[]
}

interface Parsed {
  readonly record: readonly string[]
  readonly line: number
}

/** Reads a semicolon-separated file whose first line names the columns, in any order. UTF-8, or the encodings of old payroll systems. */
export function readSemicolonFile<Column extends string>(
  bytes: Uint8Array,
  { required, optional = [] }: Columns<Column>,
): SemicolonFile<Column> {
  const text = decoded(bytes)
  if (text === null) {
    const why = 'ett tecken är skadat, för det är inte UTF-8 som resten av filen; exportera filen på nytt'
    return broken(`rad ${damagedLine(bytes)}: ${why}`)
  }
  const twice = encodedTwice(text)
  if (twice) {
    const why = `bokstäverna är fel, för filen har öppnats i fel teckenkodning (${twice.word}); exportera den på nytt`
    return broken(`rad ${twice.line}: ${why}`)
  }
  const records: Parsed[] = []
  const lineCount = new LineCount()
  try {
    parse(text, {
      delimiter: ';',
      // Left to itself, csv-parse takes the ending of the first line for that of all.
      record_delimiter: ['\r\n', '\n', '\r'],
      trim: true,
      relax_column_count: true,
      on_record: (record: string[], { lines }) => {
        const line = lineCount.begin()
        lineCount.end(lines, record)
        if (record.length > 1 || record[0] !== '') records.push({ record, line })
        return null
      },
    })
  } catch (error) {
    const isOpen = (error as { code?: string }).code === 'CSV_QUOTE_NOT_CLOSED'
    const why = isOpen ? 'ett citattecken saknar sitt slut' : 'raden kan inte läsas som CSV'
    return broken(`rad ${lineCount.begin()}: ${why}`)
  }
  const [head, ...body] = records
  const names = (head?.record ?? []).map((name) => name.toLowerCase())
  const known: readonly string[] = [...required, ...optional]
  const wrong = [
    ...required.filter((name) => !names.includes(name)).map((name) => `kolumnen ${name} saknas`),
    ...names.filter((name) => !known.includes(name)).map((name) => `kolumnen ${name || '(utan namn)'} är okänd`),
    ...names.filter((name, index) => names.indexOf(name) < index).map((name) => `kolumnen ${name} finns två gånger`),
  ]
  if (wrong.length > 0) {
    return broken(`rad 1: ${wrong.join(', ')}; kolumnerna är ${known.join(';')}`)
  }
  if (body.length === 0) return broken('rad 1: filen har inga rader efter rubrikraden')
  const rows: SemicolonRow<Column>[] = []
  const faults: string[] = []
  for (const { record, line } of body) {
    if (record.length !== names.length) {
      faults.push(`rad ${line}: ${counted(record.length, 'kolumn', 'kolumner')}, ska vara ${names.length}`)
      continue
    }
    const turned = names.filter((_, index) => misleading.test(record[index] ?? ''))
    for (const name of turned) {
      faults.push(`rad ${line}, kolumn ${name}: innehåller otillåtna tecken som byter skrivriktning`)
    }
    if (turned.length > 0) continue
    const cells = Object.fromEntries(names.map((name, index) => [name, record[index]])) as SemicolonRow<Column>['cells']
    rows.push({ line, cells })
  }
  return { rows, faults }
}

const broken = (fault: string) => ({ rows: [], faults: [fault] })

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes without the byte order mark that Excel writes, and with composed letters, as they are typed: 'Å' is one character. Null if the file
 * is UTF-8 in which bytes are wrong, or which has been cut off within a letter.
 */
function decoded(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes).normalize('NFC')
  } catch {
    const oneByteEach = new TextDecoder('windows-1252').decode(bytes)
    return signsOfUtf8.test(oneByteEach) ? null : oneByteEach
  }
}

/**
 * What UTF-8 looks like when it is read as windows-1252: its byte order mark, 'Ã¥' for 'å', 'aÌŠ' for an 'å' of a Mac, and 'â€“' for a dash.
 * Swedish has no 'Ã', 'Ì' or 'â€'. Other pairs of windows-1252 that are valid UTF-8 do occur, where 'Å', 'Ä', 'Ö' or 'É' is followed by a dash
 * or a quotation mark, as in 'MALMÖ–LUND'.
 */
const misread = /^ï»¿|Ã[\u0080-\u00bf\u0152-\u02dc\u2013-\u2122]|Ì[ˆŠ]|â€/
/** The same, and an 'å' that the end of the file cuts off. */
const signsOfUtf8 = new RegExp(`${misread.source}|Ã$`)

/** The first word whose letters were UTF-8 already when they were encoded as UTF-8, and its line. */
function encodedTwice(text: string): { readonly line: number; readonly word: string } | null {
  const at = text.search(misread)
  if (at === -1) return null
  const line = linesIn(text.slice(0, at))
  const begun = /[^\s;"]{0,40}$/.exec(text.slice(Math.max(at - 40, 0), at))?.[0] ?? ''
  const rest = /^[^\s;"]*/.exec(text.slice(at, at + 40))?.[0] ?? ''
  // What is encoded twice may be control characters, which no log should have.
  return { line, word: `${begun}${rest}`.replaceAll(/\p{C}/gu, '') }
}

/** The first line, counted from 1, that is not UTF-8. */
function damagedLine(bytes: Uint8Array): number {
  let line = 1
  for (let from = 0; ; line++) {
    const end = bytes.indexOf(0x0a, from)
    try {
      utf8.decode(bytes.subarray(from, end === -1 ? undefined : end))
    } catch {
      return line
    }
    // No line is damaged by itself: a letter goes on after the end of its line.
    if (end === -1) return line
    from = end + 1
  }
}
