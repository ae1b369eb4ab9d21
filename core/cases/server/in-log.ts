import { createHmac } from 'node:crypto'
import type { Database } from '#platform/server/area.ts'
import { keptSecret } from '#platform/server/secrets.ts'
import type { FormField } from '../contract.ts'
import { isWritten } from '../rules.ts'

// Nothing is ever taken out of the log, not even for somebody who is hidden or erased. So it has neither what is written in a case nor what
// is searched for, which is often a name. It does have the reason that somebody gives for an act of his or her own.

/** A field of a form as the log has it. Free text stays in the case, where it can be hidden. */
export const fieldInLog = ({ name, label, kind }: FormField, values: Readonly<Record<string, string>>) =>
  values[name] === undefined ? {} : { [label]: isWritten(kind) ? '(skriven text)' : values[name] }

const caseNumber = /^\p{L}{1,3}-\d+$/u
const busNumber = /^\d{1,5}$/

/**
 * The query of a list as the log has it. Search words, and what the cases are about where a reporter may have written it, are replaced by
 * keyed hashes, which differ between two lists and from which nobody can guess the words.
 */
export async function queryInLog<Query extends { readonly sok?: string | undefined; readonly om?: string | undefined }>(
  db: Database,
  query: Query,
): Promise<Query> {
  const { sok, om } = query
  const hidesSought = sok !== undefined && !caseNumber.test(sok)
  const hidesAbout = om !== undefined && !busNumber.test(om)
  if (!hidesSought && !hidesAbout) return query
  const key = await keptSecret(db, 'searches in the log')
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('hex').slice(0, 16)
  return {
    ...query,
    ...(hidesSought && { sok: `(sökord ${hash(sok)})` }),
    ...(hidesAbout && { om: `(skriven text ${hash(om)})` }),
  }
}
