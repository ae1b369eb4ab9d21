import { supplementOf } from './files.ts'
import { quoted } from './problems.ts'
import { holdRow, readTable } from './table.ts'
import type { Column, Reading, Row, Shape } from './table.ts'

export interface MergedRow<N extends string> extends Row<N> {
  /** False if only the supplement has the row: the public timetable does not show it. */
  readonly inBase: boolean
}

/** A GTFS table with its TODS supplement. */
export interface Merged<N extends string> {
  readonly rows: ReadonlyMap<string, MergedRow<N>>
  readonly deleted: ReadonlySet<string>
  /** Either file exists. */
  readonly present: boolean
  readonly hasBase: boolean
  /** False if faulty rows were left out: references to the table cannot be checked. */
  readonly complete: boolean
}

/** Cells contain no NUL: text.ts refuses it. */
export function keyOf(...parts: readonly string[]): string {
  return parts.join('\0')
}

export function reportDuplicate(reading: Reading, row: Row<string>, key: readonly string[]): void {
  const values = key.map((name) => quoted(row.cells[name] ?? '')).join(', ')
  const place = { file: row.file, line: row.line, column: key.length === 1 ? key[0] : null }
  reading.problems.error(place, 'dubblettnyckel', `Det finns redan en rad med ${key.join(', ')} = ${values}.`)
}

/** The supplement has the same columns, of which only the key is required, and `TODS_delete`. */
export function supplementShape<N extends string>(shape: Shape<N>): Shape<N | 'TODS_delete'> {
  const columns = { TODS_delete: { kind: 'text', need: 'optional' } } as Record<N | 'TODS_delete', Column>
  for (const name of Object.keys(shape.columns) as N[]) {
    columns[name] = { ...shape.columns[name], need: shape.key.includes(name) ? 'cell' : 'optional' }
  }
  return { file: supplementOf(shape.file), key: shape.key, columns }
}

/** Whether a supplement's row deletes. According to the specification any value but 1 updates; an unexpected value gets a warning. */
export function deletes(reading: Reading, row: Row<'TODS_delete'>): boolean {
  const value = row.cells.TODS_delete
  if (value === '1') return true
  if (value !== '' && value !== '0') {
    const place = { file: row.file, line: row.line, column: 'TODS_delete' }
    reading.problems.warning(
      place,
      'otillåtet-värde',
      `${quoted(value)} är varken tomt eller 1, så raden tas inte bort.`,
    )
  }
  return false
}

export function reportNothingToDelete(reading: Reading, row: Row<string>): void {
  const place = { file: row.file, line: row.line, column: 'TODS_delete' }
  reading.problems.warning(place, 'borttagning-utan-rad', 'Raden som ska tas bort finns inte.')
}

/** An added row must have every value that the base file requires. */
export function reportMissingValues<N extends string>(reading: Reading, shape: Shape<N>, row: Row<N>): void {
  for (const name of Object.keys(shape.columns) as N[]) {
    if (shape.columns[name].need !== 'cell' || row.cells[name] !== '') continue
    const place = { file: row.file, line: row.line, column: name }
    reading.problems.error(place, 'värde-saknas', `Raden är ny och måste därför ha ett värde i ${name}.`)
  }
}

/**
 * Reads a table and its supplement. Rows are matched by primary key; a supplement's row deletes (`TODS_delete` is 1), updates with
 * its non-empty values, or is added (TODS 2.1.0, "Evaluation").
 */
export async function readMerged<N extends string>(reading: Reading, shape: Shape<N>): Promise<Merged<N>> {
  const rows = new Map<string, MergedRow<N>>()
  const deleted = new Set<string>()
  const touched = new Set<string>()
  const baseComplete = await readTable(reading, shape, (row) => {
    const key = keyOf(...shape.key.map((name) => row.cells[name]))
    if (rows.has(key)) return reportDuplicate(reading, row, shape.key)
    holdRow(reading, shape.file)
    rows.set(key, { ...row, inBase: true })
  })
  const supplement = supplementShape(shape)
  const supplementComplete = await readTable(reading, supplement, (row) => {
    const key = keyOf(...shape.key.map((name) => row.cells[name]))
    if (touched.has(key)) return reportDuplicate(reading, row, shape.key)
    holdRow(reading, supplement.file)
    touched.add(key)
    const base = rows.get(key)
    if (deletes(reading, row)) {
      if (!base) return reportNothingToDelete(reading, row)
      rows.delete(key)
      deleted.add(key)
    } else if (base) {
      rows.set(key, { file: row.file, line: row.line, cells: updated(shape, base, row), inBase: true })
    } else {
      reportMissingValues(reading, shape, row)
      rows.set(key, { ...row, inBase: false })
    }
  })
  const hasBase = reading.files.names.has(shape.file)
  return {
    rows,
    deleted,
    present: hasBase || reading.files.names.has(supplement.file),
    hasBase,
    complete: baseComplete && supplementComplete,
  }
}

function updated<N extends string>(shape: Shape<N>, base: Row<N>, row: Row<N>): Record<N, string> {
  const cells: Record<N, string> = { ...base.cells }
  for (const name of Object.keys(shape.columns) as N[]) {
    if (row.cells[name] !== '') cells[name] = row.cells[name]
  }
  return cells
}

/** Reads all rows of a table that only TODS has; keys must be unique. */
export async function readRows<N extends string>(
  reading: Reading,
  shape: Shape<N>,
): Promise<{ rows: readonly Row<N>[]; present: boolean; complete: boolean }> {
  const rows: Row<N>[] = []
  const seen = new Set<string>()
  const complete = await readTable(reading, shape, (row) => {
    const key = keyOf(...shape.key.map((name) => keyPart(shape, name, row.cells[name])))
    if (shape.key.length > 0 && seen.has(key)) return reportDuplicate(reading, row, shape.key)
    holdRow(reading, shape.file)
    seen.add(key)
    rows.push(row)
  })
  return { rows, present: reading.files.names.has(shape.file), complete }
}

/** `01` and `1` are the same number. */
function keyPart<N extends string>(shape: Shape<N>, name: N, value: string): string {
  return shape.columns[name].kind === 'count' ? String(Number(value)) : value
}
