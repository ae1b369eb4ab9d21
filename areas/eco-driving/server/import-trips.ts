import { sql } from 'kysely'
import { dateIn } from '#platform/contract/wall-clock.ts'
import { onlyTried, type Database, ImportRefused, type Importer } from '#platform/server/area.ts'
import { allOrNothing } from '#platform/server/files/all-or-nothing.ts'
import { companyOf, readSourceFile, refuseFaults } from '#platform/server/files/source-file.ts'
import { ownerFaults } from '#core/people/server/row-owners.ts'
import { idsByNumber } from '#core/people/server/store.ts'
import { ecoDrivingGate } from '../calls.ts'
import { DETAIL_DAYS, MONTHS_KEPT } from '../rules.ts'
import { compare, layOut, takeIn, type Change } from './incoming.ts'
import { tidy } from './store.ts'
import { readTripFile, tripColumns } from './trip-file.ts'

/** `npm run import -- eco turer.csv --company norr`: the fuel consumption of trips, the whole file or nothing. */
export const ecoImporter: Importer = {
  kind: 'eco',
  usage: `eco <csv> --company <bolag>  förbrukning per tur: ${tripColumns}`,
  options: {},
  async run(request, { db, variants, clock }, tell) {
    const { company: id, dryRun } = request
    const company = companyOf({ variants }, id)
    if (company.switchedOff.includes(ecoDrivingGate.feature)) {
      throw new ImportRefused([`Sparsam körning är avstängd för ${company.name}: inga turer tas in.`])
    }
    const { file, bytes } = await readSourceFile(request, 'eco')
    const today = dateIn(company.timeZone, clock())
    const { rows, faults } = readTripFile(bytes, today)
    const ids = await idsByNumber(db, id)
    refuseFaults(file, [...faults, ...(await ownerFaults(db, id, rows, ids))])
    await allOrNothing(db, request, async (tx) => {
      // Trips that are too old must be added to their months before it is checked which months have figures.
      const day = await notAhead(tx, today, company.timeZone)
      await tidy(tx, id, day)
      await layOut(
        tx,
        rows.map((row) => ({ ...row, sequence: row.line, employeeId: ids.get(row.number) as string })),
      )
      for (const line of wordsFor(await compare(tx, day))) tell(line)
      await takeIn(tx, day)
    })
    tell(dryRun ? onlyTried : 'Klart.')
  },
}

/** Today, or the database's day if that is earlier, so that a clock that is ahead removes nothing too early (app/server/jobs.ts). */
async function notAhead(tx: Database, today: string, timeZone: string): Promise<string> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(tx)
  const there = dateIn(timeZone, rows[0]!.now)
  return there < today ? there : today
}

function wordsFor({ added, corrected, same, intoMonths, tooLate, tooOld }: Change): string[] {
  const older = `Äldre än ${DETAIL_DAYS} dagar`
  return [
    `Nya turer: ${added}. Rättade: ${corrected}. Som förut: ${same}.`,
    ...(intoMonths ? [`${older}: ${intoMonths}. De räknas bara in i sin månads siffror.`] : []),
    ...(tooLate ? [`${older}, i månader som redan har siffror: ${tooLate}. De utelämnas.`] : []),
    ...(tooOld ? [`Äldre än ${MONTHS_KEPT} månader: ${tooOld}. De utelämnas.`] : []),
  ]
}
