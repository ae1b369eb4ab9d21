import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ImportRefused, type ImportRequest } from '../area.ts'

const MOST_FAULTS = 200

/** Ends an import with the faults of a file, where there are any. More than two hundred are counted. */
export function refuseFaults(file: string, faults: readonly string[]): void {
  if (faults.length === 0) return
  const rest = faults.length - MOST_FAULTS
  const shown = faults.slice(0, MOST_FAULTS).map((fault) => `${file} ${fault}`)
  throw new ImportRefused(rest > 0 ? [...shown, `… och ${rest} fel till.`] : shown)
}

/** The CSV file that an import of a kind was given. Throws ImportRefused where there is none. */
export async function readSourceFile(
  { source }: Pick<ImportRequest, 'source'>,
  kind: string,
): Promise<{ file: string; bytes: Uint8Array }> {
  if (!source) throw new ImportRefused([`Ange en CSV-fil: npm run import -- ${kind} <csv> --company <företag>`])
  const file = basename(source)
  const bytes = await readFile(source).catch(() => {
    throw new ImportRefused([`${file}: filen kan inte läsas`])
  })
  return { file, bytes }
}
