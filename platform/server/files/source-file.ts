import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ImportRefused, type ImportRequest } from '../area.ts'
import type { Company, Variants } from '../variants.ts'
import { shortened } from './fault-lines.ts'

/** The company that an import is for. Throws ImportRefused if the group has none of that id. */
export function companyOf({ variants }: { readonly variants: Variants }, id: string): Company {
  const company = variants.companies.get(id)
  if (!company) throw new ImportRefused([`Det finns inget bolag som heter ${id}.`])
  return company
}

/** Throws ImportRefused with the faults of a file, if there are any. */
export function refuseFaults(file: string, faults: readonly string[]): void {
  if (faults.length === 0) return
  throw new ImportRefused(shortened(faults.map((fault) => `${file} ${fault}`)))
}

/** Reads the CSV file that an import was given. Throws ImportRefused if there is none. */
export async function readSourceFile(
  { source }: Pick<ImportRequest, 'source'>,
  kind: string,
): Promise<{ file: string; bytes: Uint8Array }> {
  if (!source) throw new ImportRefused([`Ange en CSV-fil: npm run import -- ${kind} <csv> --company <bolag>`])
  const file = basename(source)
  const bytes = await readFile(source).catch(({ code }: NodeJS.ErrnoException) => {
    throw new ImportRefused([code === 'ENOENT' ? `${source} finns inte` : `${source} kan inte läsas (${code})`])
  })
  return { file, bytes }
}
