import { titleOf } from '#core/documents/rules.ts'
import { pageAt, withOpen } from '#platform/contract/pages.ts'
import { fetchRecent } from '#platform/web/calls/query.ts'
import type { NewThing } from '#platform/web/shell/area.ts'
import { getPolicyDocuments } from '../calls.ts'
import { documentKey } from './seen-key.ts'

/** New and changed documents. */
export default async function newDocuments(): Promise<readonly NewThing[]> {
  const documents = await fetchRecent(getPolicyDocuments, undefined)
  return documents.map((document) => ({
    key: documentKey(document),
    at: document.date,
    text: `Nytt eller ändrat dokument: ${titleOf(document.filename)}`,
    to: pageAt(withOpen('policy', document.filename)),
    several: { text: 'nya eller ändrade dokument', to: pageAt('policy') },
  }))
}
