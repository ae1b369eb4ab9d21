import { isoDate } from '#platform/contract/dates.ts'
import { type Importer, ImportRefused, onlyTried } from '#platform/server/area.ts'
import { companyOf } from '#platform/server/files/source-file.ts'
import { overlap } from '../rules.ts'
import { saveSurvey, type Survey, surveysOf } from './store.ts'

/**
 * `npm run import -- survey --company norr --opens 2028-09-01 --closes 2028-09-30`. The survey's year is that of its last day, unless
 * --year names one that there is, which then gets this period.
 */
export const surveyImport: Importer = {
  kind: 'survey',
  usage:
    'survey --company <bolag> --opens <ÅÅÅÅ-MM-DD> --closes <ÅÅÅÅ-MM-DD> [--year <ÅÅÅÅ>]  medarbetarundersökningens period; --year flyttar det årets undersökning dit',
  options: { opens: 'string', closes: 'string', year: 'string' },
  async run({ company, dryRun, options: { opens = '', closes = '', year: moved } }, { db, variants }, tell) {
    companyOf({ variants }, company)
    const wrong = Object.entries({ opens, closes })
      .filter(([, date]) => !isoDate.safeParse(date).success)
      .map(([option]) => `--${option}: ange ett datum, ÅÅÅÅ-MM-DD`)
    if (wrong.length > 0) throw new ImportRefused(wrong)
    if (closes < opens) throw new ImportRefused(['--closes: sista dagen ligger före den första'])
    const surveys = await surveysOf(db, company)
    if (moved !== undefined && !surveys.some(({ year }) => String(year) === moved))
      throw new ImportRefused(['--year: bolaget har ingen undersökning det året'])
    const year = Number(moved ?? closes.slice(0, 4))
    const overlapping = surveys.filter((other) => other.year !== year && overlap(other, { opens, closes }))
    // Whoever has answered a year's survey cannot answer another one of that year.
    const sameYear = surveys.filter((other) => other.year === year && !moved && !overlap(other, { opens, closes }))
    const answered = [...overlapping, ...sameYear].filter((other) => other.answered)
    if (answered.length > 0)
      throw new ImportRefused(
        answered.map((other) => `${named(other)} har redan svar. Med --year ${other.year} får den den nya perioden.`),
      )
    if (!dryRun) {
      await saveSurvey(
        db,
        company,
        { year, opens, closes },
        overlapping.map((other) => other.year),
      )
    }
    for (const other of overlapping) tell(`${named(other)} ersätts: ingen har svarat på den.`)
    tell(
      dryRun
        ? `Medarbetarundersökningen ${year} blir öppen från ${opens} till och med ${closes}. ${onlyTried}`
        : `Medarbetarundersökningen ${year} är öppen från ${opens} till och med ${closes}.`,
    )
  },
}

const named = ({ year, opens, closes }: Survey) => `Medarbetarundersökningen ${year} (${opens} till och med ${closes})`
