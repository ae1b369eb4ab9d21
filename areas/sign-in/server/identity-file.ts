import { parse } from 'csv-parse/sync'

/** A row of the file, and the line it ends on. */
export interface IdentityRow {
  readonly line: number
  readonly number: string
  readonly issuer: string
  readonly subject: string
}

export interface IdentityFile {
  readonly rows: readonly IdentityRow[]
  /** What is wrong, as a person reads it: 'rad 3, kolumn anstid: …'. */
  readonly faults: readonly string[]
}

const columns = ['anstid', 'issuer', 'subject'] as const
// OpenID Connect Core, 2: a subject is at most 255 ASCII characters.
const LONGEST_SUBJECT = 255

interface Parsed {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/** Reads `anstid;issuer;subject`: whose account at the company's own sign-in provider belongs to which employee. */
export function readIdentityFile(text: string): IdentityFile {
  let records: readonly Parsed[]
  try {
    // The types of csv-parse do not tell what `info` makes of a record.
    records = parse(text, {
      bom: true,
      delimiter: ';',
      info: true,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: true,
    }) as unknown as Parsed[]
  } catch (error) {
    return { rows: [], faults: [`rad ${(error as { lines?: number }).lines ?? 1}: ${whatIsWrong(error)}`] }
  }
  const [head, ...body] = records
  if (head?.record.join(';').toLowerCase() !== columns.join(';')) {
    return { rows: [], faults: [`rad 1: första raden ska vara ${columns.join(';')}`] }
  }
  if (body.length === 0) return { rows: [], faults: ['rad 1: filen innehåller inga konton'] }
  const rows: IdentityRow[] = []
  const faults: string[] = []
  const lineOf = new Map<string, number>()
  for (const { record, info } of body) {
    const line = info.lines
    if (record.length !== columns.length) {
      faults.push(`rad ${line}: ${record.length} kolumner, ska vara ${columns.length}`)
      continue
    }
    const [number = '', issuer = '', subject = ''] = record
    const before = faults.length
    const blame = (column: (typeof columns)[number], why: string) =>
      faults.push(`rad ${line}, kolumn ${column}: ${why}`)
    if (number === '') blame('anstid', 'saknas')
    if (!isIssuer(issuer)) blame('issuer', 'ska vara inloggningens adress, till exempel https://login.example.se/norr')
    if (subject === '') blame('subject', 'saknas')
    if (subject.length > LONGEST_SUBJECT) blame('subject', `är längre än ${LONGEST_SUBJECT} tecken`)
    const key = `${issuer} ${subject}`
    const earlier = lineOf.get(key)
    if (earlier) blame('subject', `står redan på rad ${earlier}`)
    lineOf.set(key, earlier ?? line)
    if (faults.length === before) rows.push({ line, number, issuer, subject })
  }
  return { rows, faults }
}

function isIssuer(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function whatIsWrong(error: unknown): string {
  const code = (error as { code?: string }).code
  return code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'ett citattecken saknar sitt slut'
    : 'raden kan inte läsas som CSV med semikolon'
}
