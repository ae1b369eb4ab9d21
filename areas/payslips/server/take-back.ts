import { createHash } from 'node:crypto'
import { onlyTried, type Database } from '#platform/server/area.ts'
import { refuseFaults } from '#platform/server/files/source-file.ts'
import { unknownNumber } from '#core/people/server/row-owners.ts'
import { inSlices } from '#platform/server/slices.ts'
import { periodKey } from '../rules.ts'
import type { PayslipKeys } from './keys.ts'
import { faultAt } from '#platform/server/files/fault-lines.ts'
import { inOrder, type ManifestRow } from './manifest.ts'
import { removePayslips, storedPayslip } from './store.ts'

interface TakenBack {
  readonly company: string
  /** The manifest's file name. */
  readonly manifest: string
  /** What is wrong with it so far. */
  readonly faults: readonly string[]
  readonly rows: readonly ManifestRow[]
  readonly ids: ReadonlyMap<string, string>
  readonly keys: PayslipKeys
  readonly dryRun: boolean
}

/**
 * Takes back an import that was wrong: removes the payslips that a manifest names, all or none. The PDFs are not needed, but each stored
 * payslip must match the checksum in its row. The record of who has opened them is kept.
 */
export async function takeBack(
  db: Database,
  { company, manifest, faults, rows, ids, keys, dryRun }: TakenBack,
  tell: (line: string) => void,
): Promise<void> {
  const found: number[] = []
  const missing: string[] = []
  for await (const slice of inSlices(rows, 20)) {
    for (const row of slice) {
      const { line, number, period, sha256 } = row
      if (!number || !period) continue
      const employeeId = ids.get(number)
      if (!employeeId) {
        for (const fault of unknownNumber(row, ids, company)) tell(`Varning: ${manifest} ${fault} och hoppas över`)
        continue
      }
      const stored = await storedPayslip(db, keys, { employeeId, periodKey: periodKey(period) })
      if (!stored) missing.push(faultAt(line, 'period', `${period} finns inte för ${number}`))
      else if (createHash('sha256').update(stored.pdf).digest('hex') !== sha256)
        missing.push(faultAt(line, 'sha256', `det lönebesked som ${number} har för ${period} är ett annat`))
      else found.push(stored.id)
    }
  }
  refuseFaults(manifest, inOrder([...faults, ...missing]))
  tell(`${found.length} lönebesked tas bort.`)
  if (dryRun) {
    tell(onlyTried)
    return
  }
  if (found.length > 0) await removePayslips(db, found)
  tell('Klart. En säkerhetskopia från tidigare har dem kvar: kör samma kommando igen om den återställs.')
}
