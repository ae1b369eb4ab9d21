import { createHmac } from 'node:crypto'
import type { Database } from '#platform/server/area.ts'
import { keptSecret } from '#platform/server/secrets.ts'
import type { FormField } from '../contract.ts'
import { isWritten } from '../rules.ts'

// Nothing is taken out of the log, not even for somebody who is hidden or erased: what is written in a case, and what is searched for, often
// a name, does not go into it. The reason that somebody gives for an act of his or her own does.

/** A field of a form. What is written freely stays in the case, where it can be hidden. */
export const fieldInLog = ({ name, label, kind }: FormField, values: Readonly<Record<string, string>>) =>
  values[name] === undefined ? {} : { [label]: isWritten(kind) ? '(skriven text)' : values[name] }

const caseNumber = /^\p{L}{1,3}-\d+$/u

/** Which list it was: of words that were searched for what tells two searches apart, and nobody can guess. */
export async function queryInLog<Query extends { readonly sok?: string | undefined }>(
  db: Database,
  query: Query,
): Promise<Query> {
  if (query.sok === undefined || caseNumber.test(query.sok)) return query
  const key = await keptSecret(db, 'searches in the log')
  return { ...query, sok: `(sökord ${createHmac('sha256', key).update(query.sok).digest('hex').slice(0, 16)})` }
}
