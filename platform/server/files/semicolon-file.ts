import { counted } from '#platform/contract/counted.ts'
import { parse } from 'csv-parse/sync'
import { misleading } from '#platform/contract/text.ts'

export interface SemicolonRow<Column extends string> {
  /** The line that the record ends on. */
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
  readonly info: { readonly lines: number }
}

/** Reads a semicolon-separated file whose first line names the columns, in any order. UTF-8, or the encodings of old payroll systems. */
export function readSemicolonFile<Column extends string>(
  bytes: Uint8Array,
  { required, optional = [] }: Columns<Column>,
): SemicolonFile<Column> {
  let records: readonly Parsed[]
  try {
    // csv-parse's types do not reflect how the option `info` changes a record.
    records = parse(decoded(bytes), {
      delimiter: ';',
      info: true,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: true,
    }) as unknown as Parsed[]
  } catch (error) {
    const { code, lines = 1 } = error as { code?: string; lines?: number }
    const why = code === 'CSV_QUOTE_NOT_CLOSED' ? 'ett citattecken saknar sitt slut' : 'raden kan inte läsas som CSV'
    return broken(`rad ${lines}: ${why}`)
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
  for (const { record, info } of body) {
    if (record.length !== names.length) {
      faults.push(`rad ${info.lines}: ${counted(record.length, 'kolumn', 'kolumner')}, ska vara ${names.length}`)
      continue
    }
    const turned = names.filter((_, index) => misleading.test(record[index] ?? ''))
    for (const name of turned) {
      faults.push(`rad ${info.lines}, kolumn ${name}: innehåller otillåtna tecken som byter skrivriktning`)
    }
    if (turned.length > 0) continue
    const cells = Object.fromEntries(names.map((name, index) => [name, record[index]])) as SemicolonRow<Column>['cells']
    rows.push({ line: info.lines, cells })
  }
  return { rows, faults }
}

const broken = (fault: string) => ({ rows: [], faults: [fault] })

/** Decodes without the byte order mark that Excel writes, and with composed letters, as they are typed: 'Å' is one character. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).normalize('NFC')
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
