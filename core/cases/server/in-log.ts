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

/**
 * The query of a list as the log has it. Search words are replaced by a keyed hash, which differs between two searches and from which
 * nobody can guess the words.
 */
export async function queryInLog<Query extends { readonly sok?: string | undefined }>(
  db: Database,
  query: Query,
): Promise<Query> {
  if (query.sok === undefined || caseNumber.test(query.sok)) return query
  const key = await keptSecret(db, 'searches in the log')
  return { ...query, sok: `(sökord ${createHmac('sha256', key).update(query.sok).digest('hex').slice(0, 16)})` }
}
