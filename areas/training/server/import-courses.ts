import { counted } from '#platform/contract/counted.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import { onlyTried, type Importer } from '#platform/server/area.ts'
import { companyOf, readSourceFile, refuseFaults } from '#platform/server/files/source-file.ts'
import { ownerFaults } from '#core/people/server/row-owners.ts'
import { idsByNumber } from '#core/people/server/store.ts'
import { courseColumns, readCourseFile } from './course-file.ts'
import { addAttendances, planAttendances } from './store.ts'

const AT_A_TIME = 5000

/** `npm run import -- courses kurser.csv --company norr`: who attended which course, the whole file or nothing. */
export const courseImporter: Importer = {
  kind: 'courses',
  usage: `courses <csv> --company <bolag>  genomförda utbildningar: ${courseColumns}`,
  options: {},
  async run(request, { db, variants, clock }, tell) {
    const { company, dryRun } = request
    const { timeZone } = companyOf({ variants }, company)
    const { file, bytes } = await readSourceFile(request, 'courses')
    const { rows, faults } = readCourseFile(bytes, dateIn(timeZone, clock()))
    const ids = await idsByNumber(db, company)
    refuseFaults(file, [...faults, ...(await ownerFaults(db, company, rows, ids))])
    const attendances = rows.map(({ number, course, place, heldOn }) => ({
      employeeId: ids.get(number) as string,
      course,
      place,
      heldOn,
    }))
    await db.transaction().execute(async (tx) => {
      const sum = { added: 0, moved: 0 }
      for (let at = 0; at < attendances.length; at += AT_A_TIME) {
        const part = attendances.slice(at, at + AT_A_TIME)
        const { added, moved } = await planAttendances(tx, part)
        sum.added += added
        sum.moved += moved
        if (!dryRun) await addAttendances(tx, part)
      }
      const same = attendances.length - sum.added - sum.moved
      tell(
        `${counted(sum.added, 'nytt deltagande', 'nya deltaganden')}, ${sum.moved} får en annan ort, ${same} är som förut.`,
      )
    })
    tell(dryRun ? onlyTried : 'Klart.')
  },
}
