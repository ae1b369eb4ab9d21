import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { LineCount } from '#platform/server/files/line-count.ts'
import { faultOf } from './cells.ts'
import type { Kind } from './cells.ts'
import type { Limits } from './limits.ts'
import { counted, FeedFault, quoted, swedishNumber } from './problems.ts'
import type { ProblemList } from './problems.ts'
import type { FeedFiles } from './feed-files.ts'
import { onlyText } from './text.ts'

export interface Column {
  readonly kind: Kind
  /** `cell`: every row must have a value; `column`: the column must exist, but its cells may be empty. */
  readonly need: 'cell' | 'column' | 'optional'
}

export interface Shape<N extends string> {
  readonly file: string
  readonly key: readonly N[]
  readonly columns: Readonly<Record<N, Column>>
  /** Its rows are read but not kept in memory. */
  readonly passing?: true
}

export interface Row<N extends string> {
  readonly file: string
  readonly line: number
  readonly cells: Readonly<Record<N, string>>
}

/** The state of reading one feed. */
export interface Reading {
  readonly files: FeedFiles
  readonly problems: ProblemList
  readonly limits: Limits
  readonly tell: (line: string) => void
  /** The number of rows held in memory so far, and each of their values once. */
  readonly held: { rows: number; readonly values: Map<string, string> }
}

const longestRecord = 1_000_000
const rowsBetweenTellings = 250_000

/**
 * Reads a file row by row, with cells trimmed and checked. A wrong cell is reported and treated as empty, a row without
 * its key is left out. Returns whether every row was passed on: references to an incomplete table cannot be checked.
 */
export async function readTable<N extends string>(
  reading: Reading,
  shape: Shape<N>,
  onRow: (row: Row<N>) => void,
): Promise<boolean> {
  const { files, problems, tell } = reading
  const { file } = shape
  if (!files.names.has(file)) return true
  const names = Object.keys(shape.columns) as N[]
  let positions: ReadonlyMap<N, number> | undefined
  let width = 0
  let rows = 0
  let complete = true
  const onRecord = (record: string[], line: number) => {
    if (record.length === 1 && record[0]?.trim() === '') return
    if (!positions) {
      positions = columnsOf(shape, record)
      width = record.length
      return
    }
    rows += 1
    if (rows % rowsBetweenTellings === 0) tell(`${file}: ${swedishNumber(rows)} rader …`)
    if (record.length !== width) {
      const message = `Raden har ${counted(record.length, 'värde', 'värden')}, men det finns ${counted(width, 'kolumn', 'kolumner')}.`
      problems.error({ file, line }, 'antal-celler', message)
      complete = false
      return
    }
    const cells = {} as Record<N, string>
    for (const name of names) {
      const position = positions.get(name)
      const value = position === undefined ? '' : (record[position]?.trim() ?? '')
      const cell = checked(problems, shape, line, name, value)
      cells[name] = shape.passing ? cell : once(reading, cell)
    }
    if (shape.key.some((name) => cells[name] === '' && shape.columns[name].need === 'cell')) complete = false
    else onRow({ file, line, cells })
  }

  try {
    await readRecords(reading, file, onRecord)
    if (!positions)
      throw new FeedFault({ file }, 'kolumn-saknas', 'Filen är tom; dess första rad ska namnge kolumnerna.')
    tell(`${file}: ${counted(rows, 'rad', 'rader')}`)
    return complete
  } catch (cause) {
    problems.fault(cause)
    return false
  }
}

/** Counts a row that stays in memory. */
export function holdRow(reading: Reading, file: string): void {
  reading.held.rows += 1
  if (reading.held.rows <= reading.limits.rows) return
  const message = `Underlaget har fler än ${swedishNumber(reading.limits.rows)} rader att hålla reda på; dela upp det.`
  throw new FeedFault({ file }, 'för-stort', message)
}

/** Returns the same string for the same value. Most cells of a feed repeat others, and the parser creates a new string for each. */
function once({ held: { values } }: Reading, value: string): string {
  const known = values.get(value)
  if (known === undefined) values.set(value, value)
  return known ?? value
}

async function readRecords(reading: Reading, file: string, onRecord: (record: string[], line: number) => void) {
  const lineCount = new LineCount()
  const parser = parse({
    bom: true,
    trim: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    max_record_size: longestRecord,
    on_record: (record: string[], { lines }) => {
      const line = lineCount.begin()
      lineCount.end(lines, record)
      onRecord(record, line)
      return null
    },
  })
  try {
    await pipeline(
      onlyText(file, reading.files.open(file), () => lineCount.begin()),
      parser,
    )
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    const tooLong = cause.code === 'CSV_MAX_RECORD_SIZE'
    const message = tooLong
      ? 'Raden är orimligt lång; kontrollera citattecknen och radbrytningarna.'
      : 'Citattecknen går inte att tolka; ett citattecken i ett värde skrivs dubbelt inom citattecken.'
    throw new FeedFault({ file, line: lineCount.begin() }, 'csv-format', message)
  }
}

function columnsOf<N extends string>(shape: Shape<N>, header: readonly string[]): ReadonlyMap<N, number> {
  const { file } = shape
  const positions = new Map<N, number>()
  for (const [position, cell] of header.entries()) {
    const name = cell.trim()
    if (!Object.hasOwn(shape.columns, name)) continue
    if (positions.has(name as N)) {
      throw new FeedFault({ file, line: 1, column: name }, 'dubblettkolumn', `Kolumnen ${name} finns två gånger.`)
    }
    positions.set(name as N, position)
  }
  for (const name of Object.keys(shape.columns) as N[]) {
    if (shape.columns[name].need === 'optional' || positions.has(name)) continue
    const has = quoted(header.map((cell) => cell.trim()).join(','))
    const message = `Kolumnen ${name} saknas; filens kolumner är ${has}.`
    throw new FeedFault({ file, line: 1, column: name }, 'kolumn-saknas', message)
  }
  return positions
}

function checked<N extends string>(
  problems: ProblemList,
  { file, columns }: Shape<N>,
  line: number,
  column: N,
  value: string,
): string {
  const { kind, need } = columns[column]
  if (value === '') {
    if (need === 'cell') problems.error({ file, line, column }, 'värde-saknas', `Ett värde i ${column} saknas.`)
    return value
  }
  const fault = faultOf(kind, value)
  if (!fault) return value
  problems.error({ file, line, column }, fault.rule, fault.message(quoted(value)))
  return ''
}
