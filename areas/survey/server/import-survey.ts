import { isoDate } from '#platform/contract/dates.ts'
import { type Importer, ImportRefused, onlyTried } from '#platform/server/area.ts'
import { companyOf } from '#platform/server/files/source-file.ts'
import { saveSurvey } from './store.ts'

/** `npm run import -- survey --company norr --opens 2028-09-01 --closes 2028-09-30`. The survey's year is that of its last day. */
export const surveyImport: Importer = {
  kind: 'survey',
  usage: 'survey --company <bolag> --opens <ÅÅÅÅ-MM-DD> --closes <ÅÅÅÅ-MM-DD>  medarbetarundersökningens period',
  options: { opens: 'string', closes: 'string' },
  async run({ company, dryRun, options: { opens = '', closes = '' } }, { db, variants }, tell) {
    companyOf({ variants }, company)
    const wrong = Object.entries({ opens, closes })
      .filter(([, date]) => !isoDate.safeParse(date).success)
      .map(([option]) => `--${option}: ange ett datum, ÅÅÅÅ-MM-DD`)
    if (wrong.length > 0) throw new ImportRefused(wrong)
    if (closes < opens) throw new ImportRefused(['--closes: sista dagen ligger före den första'])
    const year = Number(closes.slice(0, 4))
    if (!dryRun) await saveSurvey(db, company, { year, opens, closes })
    tell(
      dryRun
        ? `Medarbetarundersökningen ${year} blir öppen från ${opens} till och med ${closes}. ${onlyTried}`
        : `Medarbetarundersökningen ${year} är öppen från ${opens} till och med ${closes}.`,
    )
  },
}
