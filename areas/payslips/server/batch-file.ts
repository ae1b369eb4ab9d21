import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import { faultAt } from '#platform/server/files/fault-lines.ts'
import type { ManifestRow } from './manifest.ts'

const MOST_BYTES = 10 * 1024 * 1024
const decomposed = (name: string) => name.normalize('NFD')

/** Reads the PDF of a row, or returns why it is refused. Opens only files that are really inside the folder. */
export async function readPdf(folder: string, row: ManifestRow): Promise<{ pdf: Buffer } | { fault: string }> {
  const fault = (why: string) => ({ fault: faultAt(row.line, 'fil', why) })
  // A manifest may come from a system with the other slash.
  const names = row.file.split(/[/\\]/)
  const outside = `${row.file} ligger utanför mappen`
  if (isAbsolute(row.file) || /^[a-z]:/i.test(row.file) || names.includes('..') || row.file.includes('\0')) {
    return fault(outside)
  }
  // A Mac may have written the names in the folder with decomposed letters, while the cells of a manifest are composed.
  const path = await realpath(join(folder, ...names))
    .catch(() => realpath(join(folder, ...names.map(decomposed))))
    .catch(() => null)
  if (!path) return fault(`${row.file} finns inte`)
  if (!path.startsWith(`${await realpath(folder)}${sep}`)) return fault(outside)
  // O_NONBLOCK: a pipe would be waited for until somebody writes into it.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(path, flags).catch(() => null)
  if (!file) return fault(`${row.file} kan inte läsas`)
  try {
    const stat = await file.stat()
    if (!stat.isFile()) return fault(`${row.file} är ingen fil`)
    if (stat.size > MOST_BYTES) return fault(`${row.file} är större än 10\u00a0MB`)
    const pdf = await file.readFile()
    if (createHash('sha256').update(pdf).digest('hex') !== row.sha256) {
      return { fault: faultAt(row.line, 'sha256', `stämmer inte med ${row.file}`) }
    }
    if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-') return fault(`${row.file} är ingen PDF`)
    return { pdf }
  } finally {
    await file.close()
  }
}
