import { ImportRefused, type ImportRequest, type Platform } from '#platform/server/area.ts'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { unlinkedAccounts } from '#core/people/server/accounts/unlinked-accounts.ts'
import { columns } from './identity-file.ts'

/** `npm run accounts -- --company norr`: lists accounts that were refused because no employee is linked to them. */
export async function listUnlinked(
  { company, options }: ImportRequest,
  { db, clock, variants }: Platform,
  tell: (line: string) => void,
): Promise<void> {
  if (!variants.companies.has(company)) throw new ImportRefused([`Det finns inget bolag som heter ${company}.`])
  const accounts = await unlinkedAccounts(db, company, clock())
  const rows = accounts.map(({ issuer, subject, name, variant, lastTriedAt }) => {
    const at = wallClockIn(variants.timeZoneOf(company), lastTriedAt).replace('T', ' ').slice(0, 16)
    return { anstid: '', issuer, subject, namn: name ?? '', senast: at, variant }
  })
  if (options['csv']) {
    // With the byte order mark by which spreadsheets recognise UTF-8.
    tell(`\uFEFF${columns.join(';')}`)
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

/** Quoted if necessary. The account holder chooses the name: a spreadsheet must not interpret it as a formula. */
function cell(value: string, isName: boolean): string {
  const text = isName && /^[=+\-@]/.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
