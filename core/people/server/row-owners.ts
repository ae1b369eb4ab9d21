import type { Database } from '#platform/server/area.ts'
import { faultAt } from '#platform/server/files/fault-lines.ts'
import { numbersElsewhere } from './store.ts'

/** An optional column of every file that names employees: the company that the row's employee number is of. */
export const companyColumn = 'bolag'

/** A row of an import that names an employee. */
export interface OwnedRow {
  readonly line: number
  /** Empty if the row has another fault for it. */
  readonly number: string
  /** The company that the row itself names; empty if it names none. */
  readonly ofCompany: string
}

/** The fault of a row whose employee number nobody in the company has. */
export const unknownNumber = (
  { line, number }: Pick<OwnedRow, 'line' | 'number'>,
  known: { has(number: string): boolean },
  company: string,
): string[] => (number && !known.has(number) ? [faultAt(line, 'anstid', `${number} finns inte i ${company}`)] : [])

/**
 * The faults of rows that name another company, or none where another company has the number too: a file that is imported to the wrong
 * company would give one person's pay, account or rights to another. With `known`, the company's employee numbers, also those of rows with
 * any other number.
 */
export async function ownerFaults(
  db: Database,
  company: string,
  rows: readonly OwnedRow[],
  known?: { has(number: string): boolean },
): Promise<string[]> {
  const elsewhere = await numbersElsewhere(db, company, [...new Set(rows.map(({ number }) => number))])
  return rows.flatMap((row) => {
    const { line, number, ofCompany } = row
    if (ofCompany && ofCompany !== company)
      return [faultAt(line, companyColumn, `${ofCompany}, men importen är för ${company}`)]
    const unknown = known ? unknownNumber(row, known, company) : []
    const other = elsewhere.get(number)
    if (unknown.length > 0 || other === undefined || ofCompany) return unknown
    return [faultAt(line, 'anstid', `${number} finns också i ${other}: ange bolaget i en kolumn ${companyColumn}`)]
  })
}
