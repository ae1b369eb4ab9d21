import { readRows } from '#platform/server/files/checked-rows.ts'
import { companyColumn, type OwnedRow } from '#core/people/server/row-owners.ts'
import { periodKey } from '../rules.ts'

const columns = ['anstid', 'period', 'utbetalningsdag', 'fil', 'sha256'] as const
type Column = (typeof columns)[number] | typeof companyColumn

export const manifestColumns = columns.join(';')

export interface ManifestRow extends OwnedRow {
  /** This, the date and the file are empty where the manifest has a fault, as the number is. */
  readonly period: string
  readonly paymentDate: string
  readonly file: string
  readonly sha256: string
  /** Whether the row has a file and a checksum, so that the file can be checked. */
  readonly readable: boolean
}

const lineOf = (fault: string) => Number(/^rad (\d+)/.exec(fault)?.[1] ?? 0)

/** Sorts faults by line. */
export const inOrder = (faults: readonly string[]): string[] => faults.toSorted((a, b) => lineOf(a) - lineOf(b))

/** What a spreadsheet makes of 2026-11 when it saves: 'nov-26'. It would be a period of its own, and the month could come in twice. */
const madeDate = /^(jan|feb|mar|apr|maj|may|jun|jul|aug|sep|okt|oct|nov|dec)[-. ]\d{2}$/i

/**
 * Reads the manifest of a batch, with its own faults. Those in files and employees are found when those are read. `removing`: a period
 * may be one that is refused now, since it may be in from before.
 */
export function readManifest(
  bytes: Uint8Array,
  { removing }: { readonly removing: boolean },
): { rows: ManifestRow[]; faults: string[] } {
  const read = { required: columns, optional: [companyColumn] } as const
  return readRows<Column, ManifestRow>(bytes, read, ({ line, cells, blame, text, day, earlier }) => {
    const { anstid = '', sha256 = '', bolag = '' } = cells
    const number = text('anstid')
    const period = text('period', 60)
    if (!removing && madeDate.test(period)) {
      blame('period', 'har blivit ett datum i ett kalkylprogram; skriv ÅÅÅÅ-MM, som 2026-11')
    }
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
      ofCompany: bolag,
      readable: file !== '' && isChecksum,
    }
  })
}
