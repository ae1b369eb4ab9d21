import * as z from 'zod/mini'
import { faultAt } from './fault-lines.ts'
import { readSemicolonFile, type Columns, type SemicolonRow } from './semicolon-file.ts'

/** A row of an import, with the checks that several files share. Each reports what is wrong with its cell. */
export interface CheckedRow<Column extends string> extends SemicolonRow<Column> {
  /** Reports a fault in a cell. */
  readonly blame: (column: Column, why: string) => void
  /** The text of a cell, which must have one. Empty if a fault has been reported. */
  readonly text: (column: Column, most?: number) => string
  /** The same of a cell that may be empty. */
  readonly textOrNone: (column: Column, most?: number) => string
  /** The date in a cell. Empty if a fault has been reported. */
  readonly day: (column: Column) => string
  /** The line of the first row with this key; null if that is this row. */
  readonly earlier: (...key: readonly string[]) => number | null
}

const MOST_TEXT = 200

// PostgreSQL stores no NUL, and no list shows the others.
// oxlint-disable-next-line no-control-regex -- the expression is meant to find control characters
const unfit = /[\u0000-\u001f\u007f]/

/** Whether a text is a date, such as 2026-11-25. One before 1900 is a mistake in the file. */
export const isDay = (text: string): boolean => z.safeParse(z.iso.date(), text).success && text >= '1900'

/** Reads the rows of a semicolon-separated file. `faults` are its own and what `read` reports, for a person to read. */
export function readRows<Column extends string, Row>(
  bytes: Uint8Array,
  columns: Columns<Column>,
  read: (row: CheckedRow<Column>) => Row,
): { rows: Row[]; faults: string[] } {
  const { rows, faults: broken } = readSemicolonFile(bytes, columns)
  const faults = [...broken]
  const lines = new Map<string, number>()
  const checked = ({ line, cells }: SemicolonRow<Column>): CheckedRow<Column> => {
    const blame = (column: Column, why: string) => void faults.push(faultAt(line, column, why))
    const textOrNone = (column: Column, most = MOST_TEXT) => {
      const value = cells[column] ?? ''
      const isLong = value.length > most
      const isUnfit = unfit.test(value)
      if (isLong) blame(column, `är längre än ${most} tecken`)
      if (isUnfit) blame(column, 'innehåller otillåtna tecken')
      return isLong || isUnfit ? '' : value
    }
    return {
      line,
      cells,
      blame,
      textOrNone,
      text(column, most) {
        if (!cells[column]) blame(column, 'saknas')
        return textOrNone(column, most)
      },
      day(column) {
        const value = cells[column] ?? ''
        if (isDay(value)) return value
        blame(column, 'ska vara ett datum, ÅÅÅÅ-MM-DD')
        return ''
      },
      earlier(...key) {
        const name = JSON.stringify(key)
        const first = lines.get(name) ?? null
        lines.set(name, first ?? line)
        return first
      },
    }
  }
  return { rows: rows.map((row) => read(checked(row))), faults }
}
