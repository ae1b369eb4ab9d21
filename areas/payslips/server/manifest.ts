import * as z from 'zod/mini'
import { faultAt } from '#platform/server/files/fault-lines.ts'
import { readSemicolonFile } from '#platform/server/files/semicolon-file.ts'
import { periodKey } from '../rules.ts'

const columns = ['anstid', 'period', 'utbetalningsdag', 'fil', 'sha256'] as const
type Column = (typeof columns)[number] | 'bolag'

/** An optional column `bolag` is needed where companies of the group use the same employee numbers. */
export const manifestColumns = columns.join(';')

export interface ManifestRow {
  readonly line: number
  readonly number: string
  readonly period: string
  readonly paymentDate: string
  readonly file: string
  readonly sha256: string
  /** Whether the row itself names the company, in its column `bolag`. */
  readonly namesCompany: boolean
  /** Whether the row has a file and a checksum, so that the file can be checked. */
  readonly readable: boolean
}

const lineOf = (fault: string) => Number(/^rad (\d+)/.exec(fault)?.[1] ?? 0)

/** Sorts faults by line. */
export const inOrder = (faults: readonly string[]): string[] => faults.toSorted((a, b) => lineOf(a) - lineOf(b))

/**
 * Reads the manifest of a company's batch; with null, rows may name any company. Returns the faults of the manifest itself. Faults in
 * files and employees are found when those are read.
 */
export function readManifest(bytes: Uint8Array, company: string | null): { rows: ManifestRow[]; faults: string[] } {
  const { rows, faults: broken } = readSemicolonFile<Column>(bytes, { required: columns, optional: ['bolag'] })
  const faults = [...broken]
  const lines = new Map<string, number>()
  const read = rows.map(({ line, cells }) => {
    const { anstid = '', period = '', utbetalningsdag = '', fil = '', sha256 = '', bolag = '' } = cells
    const blame = (column: Column, why: string) => faults.push(faultAt(line, column, why))
    if (!anstid) blame('anstid', 'saknas')
    if (!period) blame('period', 'saknas')
    if (company !== null && bolag && bolag !== company) blame('bolag', `${bolag}, men importen är för ${company}`)
    if (period.length > 60) blame('period', 'är längre än 60 tecken')
    if (!z.safeParse(z.iso.date(), utbetalningsdag).success) blame('utbetalningsdag', 'ska vara ett datum, ÅÅÅÅ-MM-DD')
    if (!fil) blame('fil', 'saknas')
    const isChecksum = /^[0-9a-f]{64}$/i.test(sha256)
    if (!isChecksum) blame('sha256', 'ska vara 64 hexadecimala tecken')
    const key = `${anstid} ${periodKey(period)}`
    const earlier = lines.get(key)
    if (earlier) blame('period', `${period} står redan för ${anstid} på rad ${earlier}`)
    lines.set(key, earlier ?? line)
    return {
      line,
      number: anstid,
      period,
      paymentDate: utbetalningsdag,
      file: fil,
      sha256: sha256.toLowerCase(),
      namesCompany: bolag !== '',
      readable: fil !== '' && isChecksum,
    }
  })
  return { rows: read, faults }
}
