import { readRows } from '#platform/server/files/checked-rows.ts'
import { companyColumn, type OwnedRow } from '#core/people/server/row-owners.ts'
import { plainIssuer } from '#core/people/server/issuer.ts'

/** A row of the file, with the line that it ends on. */
export interface IdentityRow extends OwnedRow {
  /** As `plainIssuer` returns it, without a trailing slash. */
  readonly issuer: string
  readonly subject: string
}

export interface IdentityFile {
  readonly rows: readonly IdentityRow[]
  /** How many rows have no employee number, because nobody has filled it in. */
  readonly ownerless: number
  /** What is wrong, for a person to read: 'rad 3, kolumn anstid: …'. */
  readonly faults: readonly string[]
}

const required = ['anstid', 'issuer', 'subject'] as const
/** Further columns of the list of unlinked accounts: they help to fill in the number, and are not read. */
const informative = ['namn', 'senast', 'variant'] as const
type Listed = (typeof required)[number] | (typeof informative)[number]
type Column = Listed | typeof companyColumn
/** Those of the list of unlinked accounts. */
export const columns: readonly Listed[] = [...required, ...informative]
// OpenID Connect Core, 2: a subject is at most 255 ASCII characters.
const LONGEST_SUBJECT = 255
const spreadsheetNumber = /^\d[.,]\d+E\+\d+$/i

/** Reads `anstid;issuer;subject`: whose account at the company's own sign-in provider belongs to which employee. */
export function readIdentityFile(bytes: Uint8Array): IdentityFile {
  const known = { required, optional: [...informative, companyColumn] } as const
  const { rows, faults } = readRows<Column, IdentityRow>(bytes, known, ({ line, cells, blame, text, earlier }) => {
    const { anstid: number = '', issuer: written = '', subject: identifier = '', bolag = '' } = cells
    const issuer = plainIssuer(written)
    if (!isIssuer(issuer)) blame('issuer', 'ska vara inloggningens adress, till exempel https://login.example.se/norr')
    const subject = text('subject', LONGEST_SUBJECT)
    if (spreadsheetNumber.test(subject)) blame('subject', 'har blivit ett avrundat tal i ett kalkylprogram')
    const first = earlier(issuer, identifier)
    if (first) blame('subject', `står redan på rad ${first}`)
    return { line, number, ofCompany: bolag, issuer, subject }
  })
  const owned = rows.filter(({ number }) => number !== '')
  return { rows: owned, ownerless: rows.length - owned.length, faults }
}

function isIssuer(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
