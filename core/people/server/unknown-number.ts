import { faultAt } from '#platform/server/files/fault-lines.ts'

interface Numbered {
  readonly line: number
  /** Empty if the row has another fault for it. */
  readonly number: string
}

/** The fault of an import's row whose employee number nobody in the company has. */
export const unknownNumber = (
  { line, number }: Numbered,
  known: { has(number: string): boolean },
  company: string,
): string[] => (number && !known.has(number) ? [faultAt(line, 'anstid', `${number} finns inte i ${company}`)] : [])
