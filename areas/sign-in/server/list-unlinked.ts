import type { ImportRequest, Platform } from '#platform/server/area.ts'
import { csvBegin, neutral } from '#platform/server/files/csv.ts'
import { companyOf } from '#platform/server/files/source-file.ts'
import { minuteText, wallClockIn } from '#platform/contract/wall-clock.ts'
import { unlinkedAccounts } from '#core/people/server/accounts/unlinked-accounts.ts'
import { columns } from './identity-file.ts'

/** `npm run accounts -- --company norr`: lists accounts that were refused because no employee is linked to them. */
export async function listUnlinked(
  { company, options }: ImportRequest,
  { db, clock, variants }: Platform,
  tell: (line: string) => void,
): Promise<void> {
  const { timeZone } = companyOf({ variants }, company)
  const accounts = await unlinkedAccounts(db, company, clock())
  const rows = accounts.map(({ issuer, subject, name, variant, lastTriedAt }) => {
    const at = minuteText(wallClockIn(timeZone, lastTriedAt))
    return { anstid: '', issuer, subject, namn: name ?? '', senast: at, variant }
  })
  if (options['csv']) {
    tell(`${csvBegin}${columns.join(';')}`)
    for (const row of rows) tell(columns.map((column) => cell(row[column], column === 'namn')).join(';'))
    return
  }
  if (rows.length === 0) return tell('Inga konton utan anställd har försökt logga in de senaste 30 dagarna.')
  const count = rows.length === 1 ? '1 konto' : `${rows.length} konton`
  tell(`${count} har försökt logga in utan att höra till någon anställd, det senaste först:`)
  for (const { issuer, subject, namn, senast, variant } of rows) {
    tell(`${senast}  ${namn || '(utan namn)'}  ${subject}  ${issuer}  (${variant})`)
  }
  tell('Skriv listan till en fil, fyll i anstid och läs in den:')
  tell(`  npm run --silent accounts -- --company ${company} --csv > konton.csv`)
  tell(`  npm run import -- identities konton.csv --company ${company}`)
}

/** Quoted if necessary. The account holder chooses the name; the other values must be read back as they are. */
function cell(value: string, isName: boolean): string {
  const text = isName ? neutral(value) : value
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
