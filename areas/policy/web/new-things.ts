import { titleOf } from '#core/documents/rules.ts'
import { pageAt, withOpen } from '#platform/contract/pages.ts'
import { callOptions } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import type { NewThing } from '#platform/web/shell/area.ts'
import { getPolicyDocuments } from '../calls.ts'
import { documentKey } from './seen-key.ts'

const FRESH_MS = 60_000

/** New and changed documents. */
export default async function newDocuments(): Promise<readonly NewThing[]> {
  const documents = await queryClient.fetchQuery(callOptions(getPolicyDocuments, undefined, { staleTime: FRESH_MS }))
  return documents.map((document) => ({
    key: documentKey(document),
    at: document.date,
    text: `Nytt dokument: ${titleOf(document.filename)}`,
    to: pageAt(withOpen('policy', document.filename)),
    several: { text: 'nya dokument', to: pageAt('policy') },
  }))
}
