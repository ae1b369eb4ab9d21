import { counted } from '#platform/contract/counted.ts'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { onlyTried, ImportRefused, type Importer } from '#platform/server/area.ts'
import { refuseFaults } from '#platform/server/files/source-file.ts'
import { ownerFaults } from '#core/people/server/row-owners.ts'
import { idsByNumber } from '#core/people/server/store.ts'
import { periodKey } from '../rules.ts'
import { readPdf } from './batch-file.ts'
import { faultAt } from '#platform/server/files/fault-lines.ts'
import { companyOf } from '#platform/server/files/source-file.ts'
import { inOrder, manifestColumns, readManifest, type ManifestRow } from './manifest.ts'
import { refuseWrongKeys } from './keys-fit.ts'
import { payslipKeys } from './keys.ts'
import { addPayslips, takenPeriods, type NewPayslip } from './store.ts'
import { takeBack } from './take-back.ts'

/** How many bytes of files are encrypted and stored at a time. */
const BYTES_AT_A_TIME = 4 * 1024 * 1024

/** `npm run import -- payslips <folder> --company norr`: a whole payroll run or nothing. */
export const payslipImporter: Importer = {
  kind: 'payslips',
  usage: `payslips <mapp> --company <bolag>  lönebesked i PDF med en CSV-fil: ${manifestColumns} (--remove tar bort dem som CSV-filen nämner)`,
  options: { remove: 'boolean' },
  async run({ source, company, dryRun, options }, { db, config, clock, variants }, tell) {
    companyOf({ variants }, company)
    if (!source) throw new ImportRefused(['Ange en mapp: npm run import -- payslips <mapp> --company <bolag>'])
    const manifest = await manifestIn(source)
    await refuseWrongKeys({ db, config })
    const ids = await idsByNumber(db, company)
    const bytes = await readFile(join(source, manifest))
    if (options['remove']) {
      // Rows that name another company are accepted, since a wrong company may be why the import is taken back. The checksum of each
      // stored payslip shows whether it is the one in the row.
      const removing = {
        company,
        manifest,
        ...readManifest(bytes, { removing: true }),
        ids,
        keys: await payslipKeys(config),
        dryRun,
      }
      return takeBack(db, removing, tell)
    }
    const { rows, faults } = readManifest(bytes, { removing: false })
    faults.push(...(await ownerFaults(db, company, rows, ids)))
    const keys = [...new Set(rows.map(({ period }) => periodKey(period)))]
    const taken = await takenPeriods(db, company, keys)
    faults.push(...rows.flatMap((row) => whyNot(row, ids, taken)))
    for (const row of rows) {
      const read = row.readable ? await readPdf(source, row) : null
      if (read && 'fault' in read) faults.push(read.fault)
    }
    refuseFaults(manifest, inOrder(faults))

    const duplicates = duplicatesIn(rows)
    if (duplicates) tell(`Varning: ${duplicates}`)
    tell(
      `${rows.length} lönebesked till ${counted(new Set(rows.map(({ number }) => number)).size, 'anställd', 'anställda')}.`,
    )
    if (dryRun) {
      tell(onlyTried)
      return
    }
    const sealing = await payslipKeys(config)
    await db.transaction().execute(async (tx) => {
      let waiting: NewPayslip[] = []
      let bytes = 0
      for (const row of rows) {
        // Read and checked again: the file may have changed since the first check.
        const read = await readPdf(source, row)
        if ('fault' in read) return refuseFaults(manifest, [read.fault])
        waiting.push({ ...row, employeeId: ids.get(row.number) as string, pdf: read.pdf })
        bytes += read.pdf.length
        if (bytes < BYTES_AT_A_TIME) continue
        await addPayslips(tx, sealing, waiting, clock())
        waiting = []
        bytes = 0
      }
      await addPayslips(tx, sealing, waiting, clock())
    })
    tell('Klart.')
  },
}

async function manifestIn(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => {
    throw new ImportRefused([`${folder}: mappen kan inte läsas`])
  })
  const lists = names.filter((name) => /\.csv$/i.test(name))
  const manifest = lists.find((name) => /^manifest\.csv$/i.test(name)) ?? (lists.length === 1 ? lists[0] : undefined)
  if (!manifest) {
    throw new ImportRefused([`${folder}: mappen ska ha en CSV-fil, manifest.csv, med kolumnerna ${manifestColumns}`])
  }
  if (!(await stat(join(folder, manifest))).isFile()) throw new ImportRefused([`${manifest} är ingen fil`])
  return manifest
}

function whyNot(
  { line, number, period }: ManifestRow,
  ids: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): string[] {
  const id = ids.get(number)
  if (!id || !period) return []
  return taken.has(`${id} ${periodKey(period)}`) ? [faultAt(line, 'period', `${period} finns redan för ${number}`)] : []
}

/** Warns of two employees with the same payslip: nearly always a mistake in the payroll system. */
function duplicatesIn(rows: readonly ManifestRow[]): string | null {
  const first = new Map<string, ManifestRow>()
  const duplicates = rows.filter((row) => {
    const other = first.get(row.sha256)
    if (!other) first.set(row.sha256, row)
    return other && other.number !== row.number
  })
  const [one] = duplicates
  return one
    ? `${counted(duplicates.length, 'fil', 'filer')} har samma innehåll som en annan anställds, som rad ${first.get(one.sha256)?.line} och rad ${one.line}. Kontrollera dem.`
    : null
}
