import { readRows } from '#platform/server/files/checked-rows.ts'
import { periodKey } from '../rules.ts'

const columns = ['anstid', 'period', 'utbetalningsdag', 'fil', 'sha256'] as const
type Column = (typeof columns)[number] | 'bolag'

/** An optional column `bolag` is needed where companies of the group use the same employee numbers. */
export const manifestColumns = columns.join(';')

export interface ManifestRow {
  readonly line: number
  /** This, the period, the date and the file are empty where the manifest has a fault. */
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
  const read = { required: columns, optional: ['bolag'] } as const
  return readRows<Column, ManifestRow>(bytes, read, ({ line, cells, blame, text, day, earlier }) => {
    const { anstid = '', sha256 = '', bolag = '' } = cells
    const number = text('anstid')
    const period = text('period', 60)
    if (company !== null && bolag && bolag !== company) blame('bolag', `${bolag}, men importen är för ${company}`)
    const paymentDate = day('utbetalningsdag')
    const file = text('fil', 1000)
    const isChecksum = /^[0-9a-f]{64}$/i.test(sha256)
    if (!isChecksum) blame('sha256', 'ska vara 64 hexadecimala tecken')
    const first = earlier(anstid, periodKey(cells.period ?? ''))
    if (first) blame('period', `${cells.period} står redan för ${anstid} på rad ${first}`)
    return {
      line,
      number,
      period,
      paymentDate,
      file,
      sha256: sha256.toLowerCase(),
      namesCompany: bolag !== '',
      readable: file !== '' && isChecksum,
    }
  })
}
